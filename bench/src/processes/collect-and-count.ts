import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects garbage and answers how many bytes this process still holds. */
export async function collectAndCount(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  // Buffers are freed in the next turn of the event loop.
  await nextTurn();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
