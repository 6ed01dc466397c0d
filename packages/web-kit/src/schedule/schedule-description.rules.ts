import cronstrue from 'cronstrue';
import { usualTime, weekdays, type ScheduleForm } from './schedule-form.rules.js';

/**
 * A schedule as a sentence: 'At 09:00 AM, only on Monday'. What is left open (the days of a weekly schedule, the day of
 * a monthly one) is taken from the days of the next runs. Undefined for a cron expression that cannot be parsed.
 */
export function describeSchedule(
  form: ScheduleForm,
  firstDay: { day: number; weekday: number } | undefined,
): string | undefined {
  const pattern = patternOf(form, firstDay);
  if (pattern === undefined) return undefined;
  try {
    const sentence = cronstrue.toString(pattern, { verbose: true, throwExceptionOnParseError: true });
    const isShort = form.frequency === 'monthly' && (firstDay?.day ?? 1) > 28;
    return `${sentence}${isShort ? ', or on its last day when it is shorter' : ''}, ${form.timeZone} time`;
  } catch {
    return undefined;
  }
}

function patternOf(
  form: Omit<ScheduleForm, 'timeZone'>,
  firstDay: { day: number; weekday: number } | undefined,
): string | undefined {
  if (form.frequency === 'custom') return form.cron;
  const [hour, minute] = (form.time || usualTime).split(':').map(Number);
  const at = `${minute} ${hour}`;
  if (form.frequency === 'daily') return `${at} * * *`;
  if (form.frequency === 'monthly') return firstDay && `${at} ${firstDay.day} * *`;
  const days = form.days.length > 0 ? [...form.days].sort() : firstDay && [firstDay.weekday];
  return days && `${at} * * ${days.join(',')}`;
}

/** Day and weekday of the longest of some moments in a zone: the 31st among the last days of shorter months. */
export function dayOf(moments: readonly string[], timeZone: string): { day: number; weekday: number } | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, day: 'numeric', weekday: 'long' });
    const days = moments.map((moment) => format.formatToParts(new Date(moment)));
    const part = (parts: Intl.DateTimeFormatPart[], type: string) => parts.find((each) => each.type === type)!.value;
    if (days.length === 0) return undefined;
    const names: readonly string[] = weekdays;
    const day = Math.max(...days.map((parts) => Number(part(parts, 'day'))));
    return { day, weekday: names.indexOf(part(days[0]!, 'weekday')) };
  } catch {
    return undefined;
  }
}

/** A moment on the wall of a zone: 'Mon, Nov 23, 2026 9:00 AM'. */
export function whenIn(moment: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  } as Intl.DateTimeFormatOptions);
  const parts = Object.fromEntries(format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
  const { weekday, month, day, year, hour, minute, dayPeriod } = parts;
  return `${weekday}, ${month} ${day}, ${year} ${hour}:${minute} ${dayPeriod}`;
}
