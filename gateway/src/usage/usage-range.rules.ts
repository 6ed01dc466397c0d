/** Days of UTC, both included. */
export interface DayRange {
  from: string;
  to: string;
}

const dayMs = 86_400_000;
const usualDays = 30;

/** Thirty days up to today, unless given. */
export function rangeOf({ from, to }: { [K in keyof DayRange]?: string | undefined }, now: number): DayRange {
  const last = to ?? dayOf(now);
  return { from: from ?? dayOf(Date.parse(`${last}T00:00:00Z`) - (usualDays - 1) * dayMs), to: last };
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
