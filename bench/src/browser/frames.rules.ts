/** Milliseconds of a frame at 60 Hz. */
const frameMs = 1000 / 60;

/** How many frames were due, how many of them were missed, and the longest wait for one. */
export interface Frames {
  due: number;
  missed: number;
  longestMs: number;
}

/** Counts the frames that should have begun between those that did. */
export function framesOf(beganAt: readonly number[]): Frames {
  const gaps = beganAt.slice(1).map((at, index) => at - (beganAt[index] ?? at));
  const missed = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / frameMs) - 1), 0);
  return { due: gaps.length + missed, missed, longestMs: Math.max(0, ...gaps) };
}

/** Per cent of the frames due that were missed. */
export const missedShare = ({ due, missed }: Frames): number => (due === 0 ? 0 : (100 * missed) / due);

/** Browsers record no event of an interaction that was answered within a frame. */
const quickMs = 16;

/** From each of `count` key presses and clicks to its paint; those without recorded events were answered at once. */
export function answersOf(slow: readonly { interaction: number; duration: number }[], count: number): number[] {
  const longest = new Map<number, number>();
  for (const { interaction, duration } of slow) {
    longest.set(interaction, Math.max(duration, longest.get(interaction) ?? 0));
  }
  return [...longest.values(), ...Array.from({ length: Math.max(0, count - longest.size) }, () => quickMs)];
}
