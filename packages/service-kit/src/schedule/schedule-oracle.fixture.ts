/**
 * An independent answer to "when does this fire": a walk over every minute of the years. It shares nothing with
 * schedule.ts, neither croner nor how offsets are read.
 */
export interface Rule {
  /** Which minutes of a day, 0 to 1439. */
  minutes: ReadonlySet<number>;
  /** Whether a local day takes part. `month` is 1 to 12. */
  isDay: (day: number, daysOfMonth: number, weekday: number, month: number) => boolean;
  /** Follows real time rather than the wall: both passes of a repeated hour, nothing in a gap. */
  isRealTime?: boolean;
}

/** A stretch of time with one offset, all in minutes since 1970. */
export interface Stretch {
  from: number;
  until: number;
  offset: number;
}

const minuteMs = 60_000;
const coarse = 24 * 60;
const dayMinutes = 1440;

/** The offsets of a zone: read once a day, and each change then located to the minute. No zone changes twice a day. */
export function stretchesOf(timeZone: string, from: number, until: number): Stretch[] {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  } as Intl.DateTimeFormatOptions);
  const offsetAt = (minute: number) => {
    const [day, month, year, hour, clock] = format
      .format(minute * minuteMs)
      .match(/\d+/g)!
      .map(Number);
    return Date.UTC(year!, month! - 1, day, hour, clock) / minuteMs - minute;
  };
  const stretches: Stretch[] = [{ from, until, offset: offsetAt(from) }];
  for (let minute = from + coarse; minute < until; minute += coarse) {
    const last = stretches.at(-1)!;
    if (offsetAt(minute) === last.offset) continue;
    const change = changeBetween(minute - coarse, minute, (each) => offsetAt(each) === last.offset);
    last.until = change;
    stretches.push({ from: change, until, offset: offsetAt(change) });
  }
  return stretches;
}

/** The first minute that is not as before, by halves. */
function changeBetween(before: number, after: number, isAsBefore: (minute: number) => boolean): number {
  let [early, late] = [before, after];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (isAsBefore(middle)) early = middle;
    else late = middle;
  }
  return late;
}

/** The parts of stretches between two minutes. */
export function clip(stretches: readonly Stretch[], first: number, last: number): Stretch[] {
  return stretches
    .filter(({ from, until }) => from < last && until > first)
    .map(({ from, until, offset }) => ({ from: Math.max(from, first), until: Math.min(until, last), offset }));
}

/** A time to compare in, in minutes since 1970. */
export interface Window {
  from: number;
  until: number;
}

/** The minutes at which a zone changes its offset, which is where schedules go wrong. */
export function changesOf([, ...changed]: readonly Stretch[], { from, until }: Window): number[] {
  return changed.map(({ from: change }) => change).filter((change) => change >= from && change < until);
}

/** The time around a change in which a rule may go wrong by it: a day, or hours where it fires every few minutes. */
export function around(change: number, { isRealTime = false }: Rule): Window {
  const reach = isRealTime ? 90 : dayMinutes;
  return { from: change - reach, until: change + reach };
}

/** So many days of the years, drawn by a seed. */
export function drawWindow(random: () => number, { from, until }: Window, days: number): Window {
  const length = days * dayMinutes;
  const begin = from + Math.floor(random() * (until - from - length));
  return { from: begin, until: begin + length };
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Every slot between the first and the last stretch, in minutes since 1970. */
export function slotsByWalking(stretches: readonly Stretch[], { minutes, isDay, isRealTime = false }: Rule): number[] {
  const isMinute = Uint8Array.from({ length: 1440 }, (_no, minute) => (minutes.has(minute) ? 1 : 0));
  const takesPart = (wall: number) => {
    const date = new Date(wall * minuteMs);
    const inMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    return isDay(date.getUTCDate(), inMonth, date.getUTCDay(), date.getUTCMonth() + 1);
  };
  const slots: number[] = [];
  /** Walks the wall from one minute to another; `instantOf` says when that is. */
  const walk = (first: number, last: number, instantOf: (wall: number) => number) => {
    let ofDay = ((first % 1440) + 1440) % 1440;
    for (let wall = first; wall <= last; wall += 1) {
      if (isMinute[ofDay] === 1 && takesPart(wall) && slots.at(-1) !== instantOf(wall)) slots.push(instantOf(wall));
      ofDay = ofDay === 1439 ? 0 : ofDay + 1;
    }
  };
  let shown: number | undefined;
  for (const { from, until, offset } of stretches) {
    const first = from + offset;
    const last = until - 1 + offset;
    // What the clocks jumped over is due now; what they show again was.
    if (!isRealTime && shown !== undefined && first > shown + 1) walk(shown + 1, first - 1, () => from);
    walk(isRealTime || shown === undefined ? first : Math.max(first, shown + 1), last, (wall) => wall - offset);
    shown = Math.max(shown ?? -Infinity, last);
  }
  return slots;
}
