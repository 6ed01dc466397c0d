import { cronOf, nextSlot, patternsOf, shiftRuleOf, wallsAfter, type Schedule } from './schedule.js';
import { stretchesOf, zoneOf, type Stretch } from './zone-time.js';

const dayMs = 24 * 3_600_000;

/**
 * The last slot up to an instant, `first` being one of them. Halves the time between instead of walking through the
 * slots: years of missed slots take some thirty calls of the calendar.
 */
export function lastSlotUntil(schedule: Schedule, first: Date, until: Date): Date {
  let last = first;
  for (let end = until.getTime(); end > last.getTime();) {
    const middle = Math.floor((last.getTime() + end) / 2);
    const slot = nextSlot(schedule, new Date(middle));
    if (slot && slot <= until) last = slot;
    else end = middle;
  }
  return last;
}

/**
 * How many slots lie from one instant until before another, counted no further than `max`. Whole days are counted by
 * the times a pattern names in a day; what the clocks jump over or show again is as in `nextSlot`.
 */
export function countSlots(schedule: Schedule, from: Date, before: Date, max: number): number {
  const zone = zoneOf(schedule.timeZone);
  const patterns = patternsOf(schedule);
  let count = 0;
  for (const stretch of stretchesOf(zone, from.getTime(), before.getTime())) {
    for (const pattern of patterns) count += countIn(pattern, stretch, max - count);
    if (count >= max) return max;
  }
  return count;
}

function countIn(pattern: string, { from, until, offset, shift }: Stretch, max: number): number {
  const { isBothPasses, isInGaps } = shiftRuleOf(pattern);
  const end = until + offset;
  if (!shift) return countWalls(pattern, from + offset, end, max);
  // What the wall shows again was counted at its first pass.
  const begin = isBothPasses ? from : Math.max(from, shift.at + Math.max(0, shift.before - offset));
  const gapEnd = shift.at + offset;
  const isGapIn = isInGaps && from === shift.at && countWalls(pattern, shift.at + shift.before, gapEnd, 1) > 0;
  // All of a gap is due at the instant after it, together with what is due then anyway.
  const alone = isGapIn && countWalls(pattern, gapEnd, gapEnd + 1, 1) === 0 ? 1 : 0;
  return alone + countWalls(pattern, begin + offset, end, max);
}

/** How many times on the wall a pattern names from one of them until before another. */
function countWalls(pattern: string, from: number, before: number, max: number): number {
  const cron = cronOf(pattern);
  const times = timesOf(pattern);
  let count = 0;
  for (let wall = from - 1; count < max;) {
    const next = cron.nextRun(new Date(wall))?.getTime();
    if (next === undefined || next >= before) break;
    const midnight = Math.floor(next / dayMs) * dayMs;
    count += times.filter((time) => midnight + time >= from && midnight + time < before).length;
    wall = midnight + dayMs - 1;
  }
  return count;
}

const knownTimes = new Map<string, number[]>();

/** The times of a day at which a pattern fires, in milliseconds since midnight. */
function timesOf(pattern: string): number[] {
  const [minutes, hours] = pattern.split(' ');
  const known = knownTimes.get(`${minutes} ${hours}`);
  if (known) return known;
  const times: number[] = [];
  for (const time of wallsAfter(`${minutes} ${hours} * * *`, -1)) {
    if (time >= dayMs) break;
    times.push(time);
  }
  if (knownTimes.size >= 1_000) knownTimes.clear();
  knownTimes.set(`${minutes} ${hours}`, times);
  return times;
}
