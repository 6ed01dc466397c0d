import { Cron } from 'croner';
import { LRUCache } from 'lru-cache';
import { firstInstantOf, instantsOf, zoneOf, type Zone } from './zone-time.js';

/** How often, in the words of saved queries. */
export type Frequency = 'daily' | 'weekly' | 'monthly' | 'custom';

/** When something runs. Every rule about times is in this file and in zone-time.ts. */
export interface Schedule {
  frequency: Frequency;
  /** HH:mm */
  time: string;
  /** 0 Sunday to 6 Saturday, for weekly; never empty then. */
  days: readonly number[];
  /** 1 to 31, for monthly: the local day on which scheduling was switched on. */
  monthDay: number;
  /** Five fields, for custom. */
  cron: string;
  timeZone: string;
}

/** A shift of a zone, and the slots around it, lie within this. */
const shiftMs = 26 * 3_600_000;

/**
 * The first slot after an instant, or undefined when there is none.
 *
 * croner walks the calendar as the wall shows it; the zone then says when that is. A time in a gap fires at the first
 * instant after it, a time in a repeated hour on the first pass; patterns with a `*` among their minutes or hours
 * follow real time: both passes, and nothing in a gap of theirs when they run every hour.
 */
export function nextSlot(schedule: Schedule, after: Date): Date | undefined {
  const zone = zoneOf(schedule.timeZone);
  const times = patternsOf(schedule).map((pattern) => nextOf(pattern, zone, after.getTime()));
  const found = times.filter((time) => time !== undefined);
  return found.length === 0 ? undefined : new Date(Math.min(...found));
}

/** The next few slots after an instant. */
export function nextSlots(schedule: Schedule, after: Date, count: number): Date[] {
  const slots: Date[] = [];
  for (let slot = nextSlot(schedule, after); slot && slots.length < count; slot = nextSlot(schedule, slot)) {
    slots.push(slot);
  }
  return slots;
}

/** The cron patterns of a schedule, in its zone's local time. The earliest slot of all wins. */
export function patternsOf({ frequency, time, days, monthDay, cron }: Schedule): string[] {
  const [hour, minute] = time.split(':').map(Number);
  const at = `${minute} ${hour}`;
  if (frequency === 'daily') return [`${at} * * *`];
  if (frequency === 'weekly') return [`${at} * * ${days.toSorted().join(',')}`];
  if (frequency === 'custom') return [cron.split(/\s+/).join(' ')];
  if (monthDay === 31) return [`${at} L * *`];
  // Only February has neither a 29th nor a 30th.
  return monthDay > 28 ? [`${at} ${monthDay} 1,3-12 *`, `${at} L 2 *`] : [`${at} ${monthDay} * *`];
}

/** The times on the wall that a pattern names, after one of them. */
export function* wallsAfter(pattern: string, wall: number): Generator<number> {
  const cron = cronOf(pattern);
  for (let next = cron.nextRun(new Date(wall)); next; next = cron.nextRun(next)) yield next.getTime();
}

/** The first instant after another at which one pattern fires. */
function nextOf(pattern: string, zone: Zone, after: number): number | undefined {
  // Around a shift the wall may show a time again: no further back than the clocks are moved.
  const from = after + Math.min(zone.offsetAt(after - shiftMs), zone.offsetAt(after + shiftMs));
  let best: number | undefined;
  for (const wall of wallsAfter(pattern, from)) {
    const first = firstInstantOf(zone, wall);
    if (best !== undefined && first >= best) return best;
    for (const instant of slotsAt(pattern, zone, wall, first)) {
      if (instant > after && (best === undefined || instant < best)) best = instant;
    }
    if (best !== undefined && first > after) return best;
  }
  return best;
}

/** When a time on the wall fires: once, for each pass of a repeated hour, or not at all in a gap. */
function slotsAt(pattern: string, zone: Zone, wall: number, first: number): number[] {
  const { isBothPasses, isInGaps } = shiftRuleOf(pattern);
  const instants = isBothPasses ? instantsOf(zone, wall) : [first];
  return isInGaps && instants.length === 0 ? [first] : instants;
}

/** What a pattern does where clocks are moved: whether it fires again in a repeated hour, and once for a gap. */
export function shiftRuleOf(pattern: string): { isBothPasses: boolean; isInGaps: boolean } {
  const [minutes = '', hours = ''] = pattern.split(' ');
  const isEveryHour = hours.includes('*');
  return { isBothPasses: isEveryHour || minutes.includes('*'), isInGaps: !isEveryHour };
}

const crons = new LRUCache<string, Cron>({ max: 1_000 });

/** @throws when the pattern is none. */
export function cronOf(pattern: string): Cron {
  const known = crons.get(pattern);
  if (known) return known;
  const cron = new Cron(pattern, { mode: '5-part', utcOffset: 0, paused: true });
  crons.set(pattern, cron);
  return cron;
}
