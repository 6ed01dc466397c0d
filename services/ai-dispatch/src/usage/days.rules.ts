export const dayMs = 86_400_000;

/** The day of UTC, `2026-03-31`. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

export const daysBefore = (moment: Date, days: number): string => dayOf(new Date(moment.getTime() - days * dayMs));

/** Whole seconds until the next day of UTC begins, at least one. */
export function secondsToNextDay(moment: Date): number {
  return Math.max(1, Math.ceil((dayMs - (moment.getTime() % dayMs)) / 1000));
}
