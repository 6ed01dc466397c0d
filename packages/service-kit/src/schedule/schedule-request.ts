import { cronOf, nextSlots, patternsOf, wallsAfter, type Frequency, type Schedule } from './schedule.js';
import { isZone, wallAt, zoneOf } from './zone-time.js';

/** A schedule as a user asks for it; what is null has a default. */
export interface ScheduleRequest {
  frequency: Frequency | null;
  time: string | null;
  days: readonly number[];
  cron: string | null;
  timeZone: string | null;
}

/** What is wrong with one field of a schedule, as a sentence to act on. */
export interface ScheduleIssue {
  field: keyof ScheduleRequest;
  message: string;
}

/** The day on which scheduling was switched on, local to its zone; a schedule without days of its own repeats it. */
export interface ScheduleAnchor {
  /** 1 to 31. */
  monthDay: number;
  /** 0 Sunday to 6 Saturday. */
  weekday: number;
}

/** The time of a schedule that names none. */
export const usualTime = '09:00';
/** The time zone of a schedule that names none. */
export const usualZone = 'UTC';
const shownSlots = 5;

const maxCronLength = 64;
const minMinutes = 5;
const watchedSlots = 200;
const timeShape = /^([01]\d|2[0-3]):[0-5]\d$/;
const names = 'JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|SUN|MON|TUE|WED|THU|FRI|SAT';
const fieldShape = new RegExp(`^([0-9*,/-]|${names})+$`, 'i');

/** Why a schedule cannot be saved, each with a sentence to act on; none when it can. */
export function scheduleIssues(request: ScheduleRequest, now: Date): ScheduleIssue[] {
  const issues: ScheduleIssue[] = [];
  const add = (field: ScheduleIssue['field'], message: string | undefined) =>
    message !== undefined && issues.push({ field, message });
  const { time, days, cron, timeZone, frequency } = request;
  if (time !== null && !timeShape.test(time)) {
    add('time', 'Write the time as HH:mm, from 00:00 to 23:59.');
  }
  if (days.some((day) => !Number.isInteger(day) || day < 0 || day > 6)) {
    add('days', 'Days are numbers from 0 (Sunday) to 6 (Saturday).');
  }
  if (timeZone !== null && !isZone(timeZone)) {
    add('timeZone', 'This is not a time zone. Use an IANA name, for example Europe/Berlin.');
  }
  if (frequency === 'custom') add('cron', cronFault(cron ?? '', now));
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

/** The day in a time zone, as a schedule that is switched on now hangs on it. */
export function anchorAt(timeZone: string | null, now: Date): ScheduleAnchor {
  const today = new Date(wallAt(zoneOf(timeZone ?? usualZone), now.getTime()));
  return { monthDay: today.getUTCDate(), weekday: today.getUTCDay() };
}

/** Fills in the defaults: daily, 09:00, the day on which it was saved, UTC. */
export function toSchedule(request: ScheduleRequest, anchor: ScheduleAnchor): Schedule {
  return {
    frequency: request.frequency ?? 'daily',
    time: request.time ?? usualTime,
    days: request.days.length > 0 ? [...new Set(request.days)] : [anchor.weekday],
    monthDay: anchor.monthDay,
    cron: (request.cron ?? '').trim(),
    timeZone: request.timeZone ?? usualZone,
  };
}

/** The slots that are shown of a schedule before it is saved. */
export const previewSlots = (schedule: Schedule, now: Date): Date[] => nextSlots(schedule, now, shownSlots);

/** Whether two schedules fire alike. */
export function isSameSchedule(one: Schedule, other: Schedule): boolean {
  return one.timeZone === other.timeZone && patternsOf(one).join('|') === patternsOf(other).join('|');
}
