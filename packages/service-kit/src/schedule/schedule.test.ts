import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextSlot, nextSlots, type Schedule } from './schedule.js';

const schedule = (overrides: Partial<Schedule>): Schedule => ({
  frequency: 'daily',
  time: '09:00',
  days: [],
  monthDay: 1,
  cron: '',
  timeZone: 'UTC',
  ...overrides,
});

describe('nextSlot', () => {
  it.each<[string, Partial<Schedule>, string, string[]]>([
    ['daily', {}, '2026-11-21T08:59:59Z', ['2026-11-21T09:00Z', '2026-11-22T09:00Z']],
    ['never at the instant itself', {}, '2026-11-21T09:00:00Z', ['2026-11-22T09:00Z']],
    [
      'weekly',
      { frequency: 'weekly', days: [6, 1] },
      '2026-11-21T10:00Z',
      ['2026-11-23T09:00Z', '2026-11-28T09:00Z', '2026-11-30T09:00Z'],
    ],
    [
      'monthly on the 31st, the last day of short months, without drift',
      { frequency: 'monthly', monthDay: 31 },
      '2027-01-31T10:00Z',
      ['2027-02-28T09:00Z', '2027-03-31T09:00Z', '2027-04-30T09:00Z'],
    ],
    [
      'monthly on the 29th of a leap year, once a month',
      { frequency: 'monthly', monthDay: 29 },
      '2028-01-30T00:00Z',
      ['2028-02-29T09:00Z', '2028-03-29T09:00Z'],
    ],
    [
      'custom on weekdays',
      { frequency: 'custom', cron: '0 9 * * 1-5' },
      '2026-11-20T10:00Z',
      ['2026-11-23T09:00Z', '2026-11-24T09:00Z'],
    ],
    [
      'in a gap of New York, the first instant after it',
      { time: '02:30', timeZone: 'America/New_York' },
      '2026-03-07T12:00Z',
      ['2026-03-08T07:00Z', '2026-03-09T06:30Z'],
    ],
    [
      'in a repeated hour of New York, the first pass',
      { time: '01:30', timeZone: 'America/New_York' },
      '2026-11-01T04:00Z',
      ['2026-11-01T05:30Z', '2026-11-02T06:30Z'],
    ],
    [
      '*/30 in a repeated hour, both passes',
      { frequency: 'custom', cron: '*/30 * * * *', timeZone: 'America/New_York' },
      '2026-11-01T05:00Z',
      ['2026-11-01T05:30Z', '2026-11-01T06:00Z', '2026-11-01T06:30Z', '2026-11-01T07:00Z'],
    ],
    [
      'in a gap of Nuuk that reaches midnight, the day after',
      { time: '23:59', timeZone: 'America/Nuuk' },
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00Z', '2026-03-30T00:59Z'],
    ],
    [
      'Lord Howe, whose clocks move by half an hour',
      { time: '02:15', timeZone: 'Australia/Lord_Howe' },
      '2026-10-03T00:00Z',
      ['2026-10-03T15:30Z', '2026-10-04T15:15Z'],
    ],
  ])('%s', (_name, overrides, after, expected) => {
    const slots = nextSlots(schedule(overrides), new Date(after), expected.length);
    expect(slots.map((slot) => slot.toISOString())).toEqual(expected.map((time) => new Date(time).toISOString()));
  });

  it('has none for a day that never comes', () => {
    expect(nextSlot(schedule({ frequency: 'custom', cron: '0 9 31 2 *' }), new Date())).toBeUndefined();
  });

  it('always goes forward, and never jumps over a slot', () => {
    const anyTime = fc.date({ min: new Date('2024-01-01'), max: new Date('2034-01-01'), noInvalidDate: true });
    const anyZone = fc.constantFrom('Europe/Berlin', 'America/Nuuk', 'Africa/Cairo', 'Australia/Lord_Howe', 'UTC');
    const anyCron = fc.constantFrom('30 2 * * *', '*/20 0-4 * * *', '59 23 * * *', '0 */3 * * SUN', '5 1 L * *');
    fc.assert(
      fc.property(
        anyTime,
        anyZone,
        anyCron,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (after, timeZone, cron, part) => {
          const custom = schedule({ frequency: 'custom', cron, timeZone });
          const slot = nextSlot(custom, after)!;
          expect(slot.getTime()).toBeGreaterThan(after.getTime());
          // From anywhere before a slot, that slot is the next.
          const between = new Date(after.getTime() + Math.floor(part * (slot.getTime() - after.getTime() - 1)));
          expect(nextSlot(custom, between)).toEqual(slot);
        },
      ),
      { seed: 8, numRuns: 300 },
    );
  });
});
