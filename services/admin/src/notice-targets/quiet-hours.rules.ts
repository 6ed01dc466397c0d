/** Hours of a day in which nothing is sent, in minutes after midnight; until the next day when `to` comes first. */
export interface QuietHours {
  from: number;
  to: number;
  timeZone: string;
}

const day = 24 * 60;
const minuteMs = 60_000;

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name);
  } catch {
    return false;
  }
}

/** When the quiet hours end that this moment lies in; undefined when it lies in none. */
export function quietEnd(now: Date, quiet: QuietHours | undefined): Date | undefined {
  if (!quiet) return undefined;
  const { from, to, timeZone } = quiet;
  const at = minuteOf(now, timeZone);
  const isQuiet = from < to ? at >= from && at < to : at >= from || at < to;
  if (!isQuiet) return undefined;
  const start = Math.floor(now.getTime() / minuteMs) * minuteMs;
  const end = new Date(start + ((to - at + day) % day || day) * minuteMs);
  // Where clocks are changed on the way, the hour is another by then.
  const off = ((to - minuteOf(end, timeZone) + day + day / 2) % day) - day / 2;
  const corrected = new Date(end.getTime() + off * minuteMs);
  return corrected > now ? corrected : end;
}

function minuteOf(time: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' });
  const parts = format.formatToParts(time);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return part('hour') * 60 + part('minute');
}
