const hourMs = 3_600_000;
const minuteMs = 60_000;
const dayMs = 24 * hourMs;

/**
 * Times on the wall of a zone, written as if they were UTC: 09:00 in Berlin is `Date.UTC(…, 9, 0)`. Only Intl's time
 * zone data is used, so that a newer Node brings newer rules.
 */
export interface Zone {
  /** Milliseconds that the wall is ahead of UTC at an instant. */
  offsetAt(instant: number): number;
}

/** By their names in small letters: Intl takes every spelling, and what is kept for one is some 30 kB. */
const zones = new Map<string, Zone>();
const offsetShape = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

/** @throws {RangeError} for a name that is no IANA zone. */
export function zoneOf(name: string): Zone {
  const key = name.toLowerCase();
  const known = zones.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  const zone = { offsetAt: (instant: number) => readOffset(format.format(instant)) };
  zones.set(key, zone);
  return zone;
}

/** Which time zone data this process has; slots that were computed with other data may lie elsewhere. */
export const zoneDataVersion = process.versions['tz'] ?? process.versions.icu ?? 'unknown';

/** Whether a name is one of the zone database; offsets such as +02:00 know no daylight saving and are none. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    zoneOf(name);
    return true;
  } catch {
    return false;
  }
}

function readOffset(text: string): number {
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = offsetShape.exec(text) ?? [];
  const size = Number(hours) * hourMs + Number(minutes) * minuteMs + Number(seconds) * 1000;
  return sign === '-' ? -size : size;
}

/** The local time of a zone at an instant. */
export const wallAt = (zone: Zone, instant: number): number => instant + zone.offsetAt(instant);

/** The instants at which the wall shows a time: one, two where an hour is repeated, none in a gap; in order. */
export function instantsOf(zone: Zone, wall: number): number[] {
  const [before, after] = offsetsAround(zone, wall);
  const instants = [...new Set([wall - before, wall - after])].filter((each) => wallAt(zone, each) === wall);
  return instants.sort((one, other) => one - other);
}

/** The first instant at which the wall shows a time; in a gap, the first instant after it. */
export function firstInstantOf(zone: Zone, wall: number): number {
  return instantsOf(zone, wall)[0] ?? endOfGap(zone, wall);
}

function endOfGap(zone: Zone, wall: number): number {
  const [before, after] = offsetsAround(zone, wall);
  return shiftBetween(zone, wall - after, wall - before);
}

/** The first instant of another offset, by halves. */
function shiftBetween(zone: Zone, before: number, after: number): number {
  const offset = zone.offsetAt(before);
  let [early, late] = [before, after];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (zone.offsetAt(middle) === offset) early = middle;
    else late = middle;
  }
  return late;
}

// No zone is more than 14 hours from UTC: what the wall shows, it shows between these two.
function offsetsAround(zone: Zone, wall: number): [number, number] {
  return [zone.offsetAt(wall - 15 * hourMs), zone.offsetAt(wall + 15 * hourMs)];
}

/** A time of one offset. `shift` is how it began: when, and the offset before it. */
export interface Stretch {
  from: number;
  until: number;
  offset: number;
  shift?: { at: number; before: number };
}

/** The stretches of one offset from one instant to another, in order; what the first began with is a day back at most. */
export function* stretchesOf(zone: Zone, from: number, until: number): Generator<Stretch> {
  let shift: Stretch['shift'];
  let begin = from;
  let offset = zone.offsetAt(from - dayMs);
  // No zone is shifted twice a day.
  for (let day = from - dayMs; day < until; day += dayMs) {
    const next = zone.offsetAt(day + dayMs);
    if (next === offset) continue;
    const at = shiftBetween(zone, day, day + dayMs);
    if (at > begin) yield { from: begin, until: Math.min(at, until), offset, shift };
    if (at >= until) return;
    begin = Math.max(from, at);
    shift = { at, before: offset };
    offset = next;
  }
  yield { from: begin, until, offset, shift };
}
