import { dayOf, daysBefore } from './days.rules.js';
import type { DayRange } from './usage-range.rules.js';

/** How many days, up to today, the panel offers to look at. */
export const spans = [7, 30, 90] as const;

/** How long a day can still be counted on once it is over: a call counts on the day it began, and none lasts as long. */
const lateMs = 6 * 3_600_000;

/** Days before this one are over: their sums stay as they are. */
export const firstOpenDay = (now: number): string => dayOf(new Date(now - lateMs));

export const daysOfSpan = (span: number, now: number): DayRange & { open: string } => ({
  from: daysBefore(new Date(now), span - 1),
  to: dayOf(new Date(now)),
  open: firstOpenDay(now),
});

/** The span that a range is today. */
export function spanOf({ from, to }: DayRange, now: number): number | undefined {
  const today = new Date(now);
  return spans.find((span) => from === daysBefore(today, span - 1) && to === dayOf(today));
}
