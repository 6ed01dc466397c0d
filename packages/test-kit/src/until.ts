import { setTimeout as sleep } from 'node:timers/promises';

/** How long to wait, and how often to look. */
export interface UntilOptions {
  timeoutMs?: number;
  /** Between two looks, after the first few. */
  maxPauseMs?: number;
  /** What is waited for, as an error names it. */
  what?: string;
}

/** Waits until `look` answers something true, and answers it. Tests wait for conditions, never for a time:
 * how long at most only matters to a test that fails. */
export async function until<T>(
  look: () => T | Promise<T>,
  { timeoutMs = 60_000, maxPauseMs = 50, what = 'the condition' }: UntilOptions = {},
): Promise<NonNullable<T>> {
  const end = Date.now() + timeoutMs;
  // Looking is work that what is waited for would have to wait for.
  for (let pauseMs = 10; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    const found = await look();
    if (found) return found as NonNullable<T>;
    if (Date.now() > end) throw new Error(`${what} did not come about within ${timeoutMs} ms`);
    await sleep(pauseMs);
  }
}
