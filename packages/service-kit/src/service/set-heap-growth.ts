import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 collect once the heap has doubled. Left to itself it waits until it has grown fourfold, and an open stream,
 * which lives for minutes beside thousands of others, would cost several times what it holds. Called when the service has
 * started: loading modules makes little garbage, and collecting would only delay it.
 */
export function setHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=100');
}
