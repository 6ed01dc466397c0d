import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `look` answers something true, and answers it. Tests wait for conditions, never for a time:
 * how long at most only matters to a test that fails. */
export async function until<T>(
  look: () => T | Promise<T>,
  { timeoutMs = 30_000, what = 'the condition' }: { timeoutMs?: number; what?: string } = {},
): Promise<NonNullable<T>> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found) return found as NonNullable<T>;
    if (Date.now() > end) throw new Error(`${what} did not come about within ${timeoutMs} ms`);
    await sleep(10);
  }
}
