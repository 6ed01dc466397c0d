import { dayMs, dayOf } from './days.rules.js';
import { badUsage } from './usage.errors.js';

/** Days of UTC, both included. */
export interface DayRange {
  from: string;
  to: string;
}

const maxDays = 366;

/** Throws with a sentence for what is no range that can be summed. */
export function checkRange({ from, to }: DayRange): void {
  const [first, last] = [timeOf('from', from), timeOf('to', to)];
  if (last < first) throw badUsage('to', 'The last day must not be before the first.');
  if ((last - first) / dayMs >= maxDays) throw badUsage('from', `Choose at most ${maxDays} days.`);
}

function timeOf(path: string, day: string): number {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // Date.parse takes 2026-02-31 for a day in March; here it is invalid.
  if (Number.isNaN(time) || dayOf(new Date(time)) !== day) {
    throw badUsage(path, 'Write a day such as 2026-03-31.');
  }
  return time;
}
