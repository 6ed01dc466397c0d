import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextSlot } from './schedule.js';
import { anchorAt, scheduleIssues, toSchedule, type ScheduleRequest } from './schedule-request.js';
import { zoneOf } from './zone-time.js';

const now = new Date('2026-11-21T08:00:00Z');
const input = (overrides: Partial<ScheduleRequest> = {}): ScheduleRequest => ({
  frequency: 'daily',
  time: null,
  days: [],
  cron: null,
  timeZone: null,
  ...overrides,
});
const custom = (cron: string | null) => scheduleIssues(input({ frequency: 'custom', cron }), now);

describe('what is wrong with a schedule', () => {
  it.each(['0 9 * * 1-5', '*/5 * * * *', '0 9 * * MON-FRI', '15,45 */2 1 jan *', '0 0 29 2 *', '0  9 * * 7'])(
    'nothing: %s',
    (cron) => expect(custom(cron)).toEqual([]),
  );

  it.each([
    [null, 'Enter a cron expression'],
    ['', 'Enter a cron expression'],
    ['   ', 'Enter a cron expression'],
    ['* * * * *', 'too often'],
    ['*/4 * * * *', 'too often'],
    ['0,3 9 * * *', 'too often'],
    ['0 0 9 * * *', 'has 6'],
    ['@daily', 'has 1'],
    ['0 9 * *', 'has 4'],
    ['0 9 31 2 *', 'never fires'],
    ['0 9 30 FEB *', 'never fires'],
    ['61 9 * * *', 'not a valid cron expression'],
    ['0 25 * * *', 'not a valid cron expression'],
    ['0 9 * * 8', 'not a valid cron expression'],
    ['0 9 L * *', '"L" is not understood'],
    ['0 9 * * 1#1', '"1#1" is not understood'],
    ['0 9 ? * *', '"?" is not understood'],
    ['a b c d e', 'is not understood'],
    [`${'0,'.repeat(40)}0 9 * * *`, 'at most 64'],
  ])('%s', (cron, sentence) => {
    expect(custom(cron)).toEqual([{ field: 'cron', message: expect.stringContaining(sentence) }]);
  });

  it.each<[Partial<ScheduleRequest>, string]>([
    [{ time: '25:61' }, 'time'],
    [{ time: '9:00' }, 'time'],
    [{ time: '' }, 'time'],
    [{ frequency: 'weekly', days: [7] }, 'days'],
    [{ days: [-1] }, 'days'],
    [{ days: [1.5] }, 'days'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ timeZone: '+02:00' }, 'timeZone'],
    [{ timeZone: '' }, 'timeZone'],
  ])('%j', (overrides, field) => {
    expect(scheduleIssues(input(overrides), now).map((issue) => issue.field)).toEqual([field]);
  });

  it('is nothing while a cron expression is not in use', () => {
    expect(scheduleIssues(input({ frequency: 'daily', cron: 'x' }), now)).toEqual([]);
    expect(scheduleIssues(input({ frequency: null, cron: 'x' }), now)).toEqual([]);
  });
});

describe('whatever is typed', () => {
  const anyField = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('*', '*/5', '*/30', '0', '9', '1-5', '29', '31', '2', 'FEB', 'MON-FRI') },
    fc.stringMatching(/^[0-9*,/-]{0,6}$/),
    fc.string({ maxLength: 8 }),
  );
  const anyCron = fc.oneof(
    { weight: 9, arbitrary: fc.tuple(...Array.from({ length: 5 }, () => anyField)).map((fields) => fields.join(' ')) },
    fc.string({ maxLength: 80 }),
  );
  const anyZone = fc.constantFrom('Europe/Berlin', 'Australia/Lord_Howe', 'Africa/Cairo', 'America/Nuuk', 'UTC');
  // Hours in which clocks are moved, there or back, and one of no shift.
  const anyNow = fc.constantFrom(
    ...['2026-03-29T00:59Z', '2026-10-25T00:30Z', '2026-04-23T21:30Z', '2026-11-21T08:00Z'].map((at) => new Date(at)),
  );

  it('is refused with a sentence, or fires, and never more often than is allowed', () => {
    fc.assert(
      fc.property(anyCron, anyZone, anyNow, (cron, timeZone, at) => {
        const request = input({ frequency: 'custom', cron, timeZone });
        const issues = scheduleIssues(request, at);
        if (issues.length > 0)
          return expect(issues).toEqual([{ field: 'cron', message: expect.stringMatching(/\.$/) }]);
        const schedule = toSchedule(request, anchorAt(timeZone, at));
        const first = nextSlot(schedule, at)!;
        expect(first.getTime()).toBeGreaterThan(at.getTime());
        // Nothing of the pattern lies between; what stood in a gap of the clocks comes at its end, beside what is due then.
        const second = nextSlot(schedule, first);
        if (second && zoneIsStill(timeZone, first, second))
          expect(second.getTime() - first.getTime()).toBeGreaterThanOrEqual(5 * 60_000);
      }),
      { seed: 26, numRuns: process.env['TEST_FULL'] === '1' ? 20_000 : 400 },
    );
  });

  const zoneIsStill = (timeZone: string, ...instants: Date[]) => {
    const zone = zoneOf(timeZone);
    const [one, other] = instants.map((instant) => zone.offsetAt(instant.getTime()));
    return one === other && zone.offsetAt(instants[0]!.getTime() - 3 * 3_600_000) === one;
  };
});

describe('a field without a value', () => {
  it('is daily at 09:00 in UTC', () => {
    const schedule = toSchedule(input({ frequency: null }), { monthDay: 3, weekday: 4 });
    expect(schedule).toMatchObject({ frequency: 'daily', time: '09:00', timeZone: 'UTC' });
  });

  it('is the weekday on which a weekly schedule was saved', () => {
    expect(toSchedule(input({ frequency: 'weekly' }), { monthDay: 3, weekday: 4 }).days).toEqual([4]);
    expect(toSchedule(input({ frequency: 'weekly', days: [1, 1, 2] }), { monthDay: 3, weekday: 4 }).days).toEqual([
      1, 2,
    ]);
  });

  it('is the day in its zone on which it is switched on, whatever day it is elsewhere', () => {
    const newYear = new Date('2026-12-31T23:30:00Z');
    expect(anchorAt(null, newYear)).toEqual({ monthDay: 31, weekday: 4 });
    expect(anchorAt('Pacific/Kiritimati', newYear)).toEqual({ monthDay: 1, weekday: 5 });
  });
});
