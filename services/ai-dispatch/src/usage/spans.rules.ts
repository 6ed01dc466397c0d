import type { DayRange } from './usage-range.rules.js';

/** How many days, up to today, the panel offers to look at. */
export const spans = [7, 30, 90] as const;

const dayMs = 86_400_000;
/** How long a day can still be counted on once it is over: a call counts on the day it began, and none lasts as long. */
const lateMs = 6 * 3_600_000;

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Days before this one are over: their sums stay as they are. */
export const firstOpenDay = (now: number): string => dayOf(now - lateMs);

export const daysOfSpan = (span: number, now: number): DayRange & { open: string } => ({
  from: dayOf(now - (span - 1) * dayMs),
  to: dayOf(now),
  open: firstOpenDay(now),
});

/** The span that a range is today. */
export function spanOf({ from, to }: DayRange, now: number): number | undefined {
  return spans.find((span) => from === dayOf(now - (span - 1) * dayMs) && to === dayOf(now));
}
