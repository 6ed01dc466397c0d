export const maxAttempts = 3;
const maxWaitMs = 20_000;
const firstWaitMs = 300;

/**
 * How long to wait before a retry, or undefined when it is not worth one. `attempt` counts from 1; `random` spreads
 * those who failed together.
 */
export function waitBeforeRetry(
  attempt: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number | undefined {
  if (attempt >= maxAttempts) return undefined;
  const jitter = 0.5 + random();
  if (retryAfterMs === undefined) return Math.round(firstWaitMs * 2 ** (attempt - 1) * jitter);
  // Never before the vendor said; a little after it, so that not all clients come at the same moment.
  return retryAfterMs > maxWaitMs ? undefined : retryAfterMs + Math.round(100 * jitter);
}
