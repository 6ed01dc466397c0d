import type { Spoken } from '../upstream/spoken.js';
import type { Seen } from './seen.js';

/** Milliseconds by which what the client saw was longer than what the providers took. */
export interface Added {
  /** Of the whole broadcast, over its slowest provider. */
  whole: number;
  /** Of each service's first token. */
  first: number[];
  /** From sending until each provider is called; from its first token to the client; from the last end to `done`. */
  parts: { called: number[]; passed: number[]; ended: number };
}

export function addedTo(seen: Seen, spoken: readonly Spoken[]): Added {
  const slowest = Math.max(...spoken.map(({ receivedAt, endedAt }) => endedAt - receivedAt));
  const first = spoken.map(
    ({ service, receivedAt, firstAt }) => (seen.firstAt[service] ?? Number.NaN) - seen.sentAt - (firstAt - receivedAt),
  );
  const called = spoken.map(({ receivedAt }) => receivedAt - seen.sentAt);
  const passed = spoken.map(({ service, firstAt }) => (seen.firstAt[service] ?? Number.NaN) - firstAt);
  const ended = seen.endedAt - Math.max(...spoken.map(({ endedAt }) => endedAt));
  return { whole: seen.endedAt - seen.sentAt - slowest, first, parts: { called, passed, ended } };
}
