import type { ScheduleFrequency } from '@polylogue/api-contract';

/** When something runs, as it is typed. */
export interface ScheduleForm {
  frequency: ScheduleFrequency;
  /** HH:mm */
  time: string;
  /** 0 Sunday to 6 Saturday, of a weekly one; none: the weekday on which it is saved. */
  days: readonly number[];
  /** Five fields, of a custom one. */
  cron: string;
  timeZone: string;
}

/** What is wrong with each field of a schedule, as a sentence. */
export type ScheduleFaults = Partial<Record<keyof ScheduleForm, string>>;

export const frequencies: readonly { value: ScheduleFrequency; label: string }[] = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'custom', label: 'Custom (Cron)' },
];

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** The time of a schedule before another one is typed. */
export const usualTime = '09:00';

/** A schedule before anything of it is typed. */
export const emptySchedule = (timeZone: string): ScheduleForm => ({
  frequency: 'daily',
  time: usualTime,
  days: [],
  cron: '',
  timeZone,
});

/** Nothing is wrong with an expression before anything of it is typed. */
export const isUntyped = ({ frequency, cron }: Pick<ScheduleForm, 'frequency' | 'cron'>): boolean =>
  frequency === 'custom' && cron.trim() === '';

/** What of a schedule is sent: fields that are not shown are null, and so are those whose default is meant. */
export function sentScheduleOf({ frequency, time, days, cron, timeZone }: ScheduleForm) {
  const isCustom = frequency === 'custom';
  return {
    frequency,
    time: isCustom ? null : time || null,
    days: frequency === 'weekly' && days.length > 0 ? [...days] : null,
    cron: isCustom ? cron : null,
    timeZone: timeZone.trim() || null,
  };
}
