import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Cron } from 'croner';
import fc from 'fast-check';
import { dueSlots } from './due-slots.js';
import { nextSlot, type Schedule } from './schedule.js';
import { countSlots, lastSlotUntil } from './slot-search.js';

jest.setTimeout(120_000);

const dayMs = 24 * 3_600_000;
const usual: Schedule = { frequency: 'daily', time: '09:00', days: [], monthDay: 1, cron: '', timeZone: 'UTC' };
const custom = (cron: string): Partial<Schedule> => ({ frequency: 'custom', cron });

/** What a walk through all slots finds: the last up to `until`, and how many lie before it. */
function walk(schedule: Schedule, first: Date, until: Date): { last: Date; count: number } {
  let [last, count] = [first, 0];
  for (let slot = nextSlot(schedule, first); slot && slot <= until; slot = nextSlot(schedule, slot)) {
    last = slot;
    count += 1;
  }
  return { last, count };
}

/** A moment near which the clocks of a zone are moved, there or back; and one of no shift. */
const shifts: [string, string][] = [
  ['Europe/Berlin', '2026-03-29T01:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00Z'],
  ['America/New_York', '2026-03-08T07:00Z'],
  ['America/New_York', '2026-11-01T06:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ['America/Nuuk', '2026-03-29T01:00Z'],
  ['America/Nuuk', '2026-10-25T01:00Z'],
  ['Africa/Cairo', '2026-04-23T22:00Z'],
  ['Africa/Cairo', '2026-10-29T21:00Z'],
  ['Antarctica/Troll', '2026-03-29T01:00Z'],
  ['Antarctica/Troll', '2026-10-25T01:00Z'],
  ['Africa/Casablanca', '2026-02-15T02:00Z'],
  ['Africa/Casablanca', '2026-03-22T02:00Z'],
  ['Pacific/Chatham', '2026-09-26T14:00Z'],
  ['America/Havana', '2026-11-01T05:00Z'],
  ['Asia/Beirut', '2026-03-28T22:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00Z'],
  ['UTC', '2028-02-29T00:00Z'],
  ['Asia/Kathmandu', '2028-02-29T00:00Z'],
];

const anyTime = fc
  .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.constantFrom(0, 15, 30, 59) })
  .map(({ hour, minute }) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
const patterns = [
  '*/5 * * * *',
  '*/30 * * * *',
  '*/20 0-4 * * *',
  '30 */2 * * *',
  '0 0,1,2,3 * * *',
  '15,45 23,0-3 * * 0,5-6',
  '*/5 1 * * *',
  '5 */3 29 * SUN',
  '0 9 * * 1-5',
  '30 2 29 2 *',
  '7,37 * 1-7 3,10 *',
  '0  *  * * *',
];
const anySchedule = fc.oneof(
  anyTime.map((time) => ({ time })),
  fc.record({
    frequency: fc.constant('weekly' as const),
    time: anyTime,
    days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
  }),
  fc.record({
    frequency: fc.constant('monthly' as const),
    time: anyTime,
    monthDay: fc.constantFrom(1, 25, 28, 29, 30, 31),
  }),
  fc.constantFrom(...patterns).map(custom),
);

describe('without a walk', () => {
  it('the last slot and the number of slots are those of the walk, whatever the schedule, whenever the clocks move', () => {
    const anyPlace = fc.constantFrom(...shifts);
    // Minutes around the shift: most near it, some far.
    const anyMinutes = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 9 * 1440 }));
    fc.assert(
      fc.property(anySchedule, anyPlace, anyMinutes, anyMinutes, (part, [timeZone, shift], before, after) => {
        const schedule = { ...usual, ...part, timeZone };
        const at = new Date(shift).getTime();
        const first = nextSlot(schedule, new Date(at - before * 60_000))!;
        const until = new Date(Math.max(first.getTime(), at + after * 60_000));
        const expected = walk(schedule, first, until);
        expect(lastSlotUntil(schedule, first, until)).toEqual(expected.last);
        expect(countSlots(schedule, first, expected.last, Infinity)).toBe(expected.count);
        // Also from within a repeated hour, where no slot is.
        const moment = new Date(at - before * 60_000 + 1);
        expect(countSlots(schedule, moment, expected.last, Infinity)).toBe(expected.count);
      }),
      { seed: 15, numRuns: process.env['TEST_FULL'] === '1' ? 10_000 : 200 },
    );
  });

  it('none is counted beyond the maximum', () => {
    const often = { ...usual, ...custom('*/5 * * * *') };
    expect(countSlots(often, new Date('2026-01-01'), new Date('2027-01-01'), 2_001)).toBe(2_001);
    expect(countSlots(often, new Date('2026-01-01'), new Date('2026-01-01'), 2_001)).toBe(0);
  });
});

describe('the work for what was missed', () => {
  const nextRun = jest.spyOn(Cron.prototype, 'nextRun');
  afterEach(() => void nextRun.mockClear());

  /** How many calls of the calendar it takes to find what is due after so many days. */
  function callsAfter(days: number, overrides: Partial<Schedule>): number {
    const schedule = { ...usual, ...overrides };
    const now = new Date('2026-10-28T10:02Z');
    // Fills the cache of the times of a day.
    countSlots(schedule, now, new Date(now.getTime() + 1), 1);
    const first = nextSlot(schedule, new Date(now.getTime() - days * dayMs))!;
    nextRun.mockClear();
    dueSlots(schedule, first, now);
    return nextRun.mock.calls.length;
  }

  it.each(['UTC', 'Europe/Berlin'])('does not grow with its slots, in %s', (timeZone) => {
    const often = { ...custom('*/5 * * * *'), timeZone };
    expect(callsAfter(8, often)).toBeLessThan(200);
    expect(callsAfter(3_000, often)).toBeLessThan(200);
  });

  it('is bounded where a day has only one slot', () => {
    expect(callsAfter(8, { time: '08:00' })).toBeLessThan(100);
    expect(callsAfter(10_000, { time: '08:00' })).toBeLessThan(2_200);
  });
});
