import { scheduleIssues, type ScheduleRequest } from '@polylogue/service-kit';

/** The schedule of a query as its owner asks for it. */
export interface ScheduleInput extends ScheduleRequest {
  isScheduled: boolean;
}

/** What is wrong with a field of a query, by its name in `/api`. */
export interface QueryIssue {
  path: string;
  message: string;
}

const paths: Record<keyof ScheduleRequest, string> = {
  frequency: 'scheduleFrequency',
  time: 'scheduleTime',
  days: 'scheduleDays',
  cron: 'customSchedule',
  timeZone: 'timeZone',
};

/** Why the schedule of a query cannot be saved; of an expression that is not in use nothing is said. */
export function queryScheduleIssues({ isScheduled, ...request }: ScheduleInput, now: Date): QueryIssue[] {
  const { time, days, cron, timeZone } = request;
  const frequency = isScheduled ? request.frequency : null;
  return scheduleIssues({ frequency, time, days, cron, timeZone }, now).map(({ field, message }) => ({
    path: paths[field],
    message,
  }));
}
