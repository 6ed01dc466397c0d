import { cronOf, isZone, patternsOf, wallsAfter, type Frequency, type Schedule } from '@polylogue/service-kit';

/** A schedule as it is requested; absent fields have defaults. */
export interface ScheduleInput {
  isScheduled: boolean;
  frequency: Frequency | null;
  time: string | null;
  days: readonly number[];
  cron: string | null;
  timeZone: string | null;
}

export interface ScheduleIssue {
  path: string;
  message: string;
}

export const usualTime = '09:00';
export const usualZone = 'UTC';

const maxCronLength = 64;
const minMinutes = 5;
const watchedSlots = 200;
const timeShape = /^([01]\d|2[0-3]):[0-5]\d$/;
const names = 'JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|SUN|MON|TUE|WED|THU|FRI|SAT';
const fieldShape = new RegExp(`^([0-9*,/-]|${names})+$`, 'i');

/** Why a schedule cannot be saved, each with a sentence to act on; none when it can. */
export function scheduleIssues(input: ScheduleInput, now: Date): ScheduleIssue[] {
  const issues: ScheduleIssue[] = [];
  const add = (path: string, message: string | undefined) => message !== undefined && issues.push({ path, message });
  const { time, days, cron, timeZone, frequency, isScheduled } = input;
  if (time !== null && !timeShape.test(time)) {
    add('scheduleTime', 'Write the time as HH:mm, from 00:00 to 23:59.');
  }
  if (days.some((day) => !Number.isInteger(day) || day < 0 || day > 6)) {
    add('scheduleDays', 'Days are numbers from 0 (Sunday) to 6 (Saturday).');
  }
  if (timeZone !== null && !isZone(timeZone)) {
    add('timeZone', 'This is not a time zone. Use an IANA name, for example Europe/Berlin.');
  }
  if (isScheduled && frequency === 'custom') add('customSchedule', cronFault(cron ?? '', now));
  return issues;
}

function cronFault(cron: string, now: Date): string | undefined {
  const fields = cron.trim().split(/\s+/);
  if (cron.trim() === '') return 'Enter a cron expression, for example 0 9 * * 1-5 for weekdays at 9 AM.';
  if (cron.length > maxCronLength) return `A cron expression can have at most ${maxCronLength} characters.`;
  if (fields.length !== 5) {
    return `A cron expression has five fields (minute, hour, day of month, month, day of week); this one has ${fields.length}.`;
  }
  const odd = fields.find((field) => !fieldShape.test(field));
  if (odd !== undefined) return `"${odd}" is not understood: use numbers, names such as MON or JAN, and * , - /.`;
  try {
    cronOf(cron);
  } catch (error) {
    return `This is not a valid cron expression: ${reasonOf(error)}`;
  }
  return timingFault(cron, now);
}

function timingFault(cron: string, now: Date): string | undefined {
  let last: number | undefined;
  let count = 0;
  for (const wall of wallsAfter(cron, now.getTime())) {
    if (last !== undefined && wall - last < minMinutes * 60_000) {
      return `This fires too often: leave at least ${minMinutes} minutes between two runs.`;
    }
    last = wall;
    count += 1;
    if (count === watchedSlots) break;
  }
  return count === 0 ? 'This never fires: no year has such a day.' : undefined;
}

// croner puts its name before its messages and ends them without a full stop.
function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message.replace(/^Cron\w*: /, '') : 'it cannot be read';
  return `${reason.charAt(0).toLowerCase()}${reason.slice(1).replace(/\.$/, '')}.`;
}

/** Fills in the defaults: daily, 09:00, the day on which it was saved, UTC. */
export function toSchedule(input: ScheduleInput, anchor: { monthDay: number; weekday: number }): Schedule {
  return {
    frequency: input.frequency ?? 'daily',
    time: input.time ?? usualTime,
    days: input.days.length > 0 ? [...new Set(input.days)] : [anchor.weekday],
    monthDay: anchor.monthDay,
    cron: (input.cron ?? '').trim(),
    timeZone: input.timeZone ?? usualZone,
  };
}

/** Whether two schedules fire alike. */
export function isSameSchedule(one: Schedule, other: Schedule): boolean {
  return one.timeZone === other.timeZone && patternsOf(one).join('|') === patternsOf(other).join('|');
}
