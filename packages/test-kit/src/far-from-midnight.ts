import { setTimeout as sleep } from 'node:timers/promises';

const dayMs = 24 * 3_600_000;

/** Waits until a day (UTC) has begun when one is about to: for tests of what is counted by the day. */
export async function farFromMidnight(neededMs = 60_000, now = Date.now()): Promise<void> {
  const leftMs = dayMs - (now % dayMs);
  if (leftMs < neededMs) await sleep(leftMs);
}
