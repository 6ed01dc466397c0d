import { contractSentences, idempotencyKeyShape } from '@polylogue/proto';
import type { Issue } from './app-error.js';

/** What is wrong with the `Idempotency-Key` of a request: nothing where there is none. An empty one is no key. */
export function issuesOfKey(key: string | undefined): Issue[] {
  if (key === undefined || idempotencyKeyShape.test(key)) return [];
  return [{ path: 'Idempotency-Key', message: contractSentences.idempotencyKey }];
}
