export const dayMs = 86_400_000;

let latest = { number: NaN, day: '' };

/** The day of UTC, `2026-03-31`. Nearly always it is that of the call before. */
export function dayOf(moment: Date): string {
  const number = Math.floor(moment.getTime() / dayMs);
  if (number !== latest.number) latest = { number, day: moment.toISOString().slice(0, 10) };
  return latest.day;
}

export const daysBefore = (moment: Date, days: number): string => dayOf(new Date(moment.getTime() - days * dayMs));

/** Whole seconds until the next day of UTC begins, at least one. */
export function secondsToNextDay(moment: Date): number {
  return Math.max(1, Math.ceil((dayMs - (moment.getTime() % dayMs)) / 1000));
}
