import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again every 10 ms until the answer is yes.
 * @param {() => boolean | Promise<boolean>} isTrue
 * @param {{ timeoutMs: number, everyMs?: number, signal?: AbortSignal }} limits
 * @returns {Promise<boolean>} false when the time ran out or the signal came
 */
export async function waitUntil(isTrue, { timeoutMs, everyMs = 10, signal }) {
  const until = Date.now() + timeoutMs;
  while (!signal?.aborted) {
    if (await isTrue()) return true;
    if (Date.now() > until) return false;
    await pause(everyMs);
  }
  return false;
}
