import type { Spoken } from '../upstream/spoken.js';
import type { Seen } from './seen.js';

/** Milliseconds by which what the client saw was longer than what the providers took. */
export interface Added {
  /** Of the whole broadcast, over its slowest provider. */
  whole: number;
  /** Of each service's first token. */
  first: number[];
}

export function addedTo(seen: Seen, spoken: readonly Spoken[]): Added {
  const slowest = Math.max(...spoken.map(({ receivedAt, endedAt }) => endedAt - receivedAt));
  const first = spoken.map(
    ({ service, receivedAt, firstAt }) => (seen.firstAt[service] ?? Number.NaN) - seen.sentAt - (firstAt - receivedAt),
  );
  return { whole: seen.endedAt - seen.sentAt - slowest, first };
}
