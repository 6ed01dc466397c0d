import type { SuiteSchedule } from '@polylogue/proto';
import {
  anchorAt,
  scheduleIssues,
  toSchedule,
  type Frequency,
  type Issue,
  type Schedule,
  type ScheduleRequest,
} from '@polylogue/service-kit';

const frequencies: readonly string[] = ['daily', 'weekly', 'monthly', 'custom'] satisfies Frequency[];

/** Why a suite cannot run by this schedule; empty when it can. */
export function issuesOfSchedule(given: SuiteSchedule, now: Date): Issue[] {
  if (!frequencies.includes(given.frequency))
    return [{ path: 'schedule.frequency', message: 'Choose daily, weekly, monthly or custom.' }];
  return scheduleIssues(requestOf(given), now).map(({ field, message }) => ({ path: `schedule.${field}`, message }));
}

/**
 * As it is kept: its defaults filled in, and nothing of other frequencies. The day of the month stays from when scheduling was
 * switched on.
 */
export function keptSchedule(given: SuiteSchedule, before: SuiteSchedule | undefined, now: Date): SuiteSchedule {
  const request = requestOf(given);
  const anchor = anchorAt(request.timeZone, now);
  const monthDay = before?.monthDay ?? anchor.monthDay;
  const { frequency, time, days, cron, timeZone } = toSchedule(request, { ...anchor, monthDay });
  const isCustom = frequency === 'custom';
  return {
    frequency,
    time: isCustom ? '' : time,
    days: frequency === 'weekly' ? [...days] : [],
    cron: isCustom ? cron : undefined,
    monthDay,
    timeZone,
  };
}

/** One that is kept, as slots are computed of it. */
export const scheduleOf = (kept: SuiteSchedule): Schedule =>
  toSchedule(requestOf(kept), { monthDay: kept.monthDay ?? 1, weekday: 0 });

/** Whether processes of the version before can read it; they must not see others, which they would run at other times. */
export const isKnownBefore = ({ frequency }: SuiteSchedule): boolean => frequency === 'daily' || frequency === 'weekly';

const requestOf = ({ frequency, time, days, cron, timeZone }: SuiteSchedule): ScheduleRequest => ({
  frequency: frequency as Frequency,
  time: time || null,
  days,
  cron: cron ?? null,
  timeZone: timeZone || null,
});
