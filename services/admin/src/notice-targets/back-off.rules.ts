const minuteMs = 60_000;

/** Pauses between the tries of one delivery: together just under 24 hours. */
const pausesMs = [1, 5, 30, 120, 300, 600, 360].map((minutes) => minutes * minuteMs);
const spread = 0.1;
const maxAskedMs = 2 * 60 * minuteMs;

/**
 * How long to wait after the try with this number; undefined when it was the last. `random` from 0 to 1 spreads those that
 * failed together; `askedMs` is what the receiver asked for.
 */
export function pauseAfter(tries: number, random: number, askedMs = 0): number | undefined {
  const pause = pausesMs[Math.max(1, tries) - 1];
  if (pause === undefined) return undefined;
  return Math.round(Math.max(pause * (1 - spread * random), Math.min(askedMs, maxAskedMs)));
}
