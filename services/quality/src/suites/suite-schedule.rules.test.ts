import { describe, expect, it } from '@jest/globals';
import type { SuiteSchedule } from '@polylogue/proto';
import { nextSlot } from '@polylogue/service-kit';
import fc from 'fast-check';
import { isKnownBefore, issuesOfSchedule, keptSchedule, scheduleOf } from './suite-schedule.rules.js';

// A Thursday.
const now = new Date('2026-12-31T22:30:00Z');
const given = (change: Partial<SuiteSchedule> = {}): SuiteSchedule => ({
  frequency: 'daily',
  time: '',
  days: [],
  timeZone: '',
  ...change,
});

describe('what is wrong with the schedule of a suite', () => {
  it.each<[Partial<SuiteSchedule>, string, string]>([
    [{ frequency: 'hourly' }, 'schedule.frequency', 'Choose daily'],
    [{ time: '9' }, 'schedule.time', 'HH:mm'],
    [{ frequency: 'weekly', days: [7] }, 'schedule.days', '0 (Sunday)'],
    [{ timeZone: 'Mars/Base' }, 'schedule.timeZone', 'Europe/Berlin'],
    [{ frequency: 'custom' }, 'schedule.cron', 'Enter a cron expression'],
    [{ frequency: 'custom', cron: '' }, 'schedule.cron', 'Enter a cron expression'],
    [{ frequency: 'custom', cron: '* * * * *' }, 'schedule.cron', 'too often'],
    [{ frequency: 'custom', cron: '0 9 31 2 *' }, 'schedule.cron', 'never fires'],
  ])('%j', (change, path, sentence) => {
    const message = expect.stringContaining(sentence);
    expect(issuesOfSchedule(given(change), now)).toEqual([{ path, message }]);
  });

  it('is nothing where all is left to the defaults', () => {
    expect(issuesOfSchedule(given(), now)).toEqual([]);
  });
});

describe('a schedule that is kept', () => {
  it('has its defaults, and nothing of other frequencies', () => {
    expect(keptSchedule(given({ cron: 'x', days: [3] }), undefined, now)).toEqual({
      frequency: 'daily',
      time: '09:00',
      days: [],
      cron: undefined,
      monthDay: 31,
      timeZone: 'UTC',
    });
    const custom = given({ frequency: 'custom', cron: ' 0 9 * * 1-5 ', time: '10:00' });
    expect(keptSchedule(custom, undefined, now)).toMatchObject({ cron: '0 9 * * 1-5', time: '' });
  });

  it('hangs on the day in its zone on which it was switched on, and stays there', () => {
    const weekly = given({ frequency: 'weekly', timeZone: 'Europe/Zurich', time: '08:00' });
    const kept = keptSchedule(weekly, undefined, new Date('2026-12-31T23:30:00Z'));
    expect(kept).toMatchObject({ days: [5], monthDay: 1 });
    const later = new Date('2027-02-15T12:00:00Z');
    const monthly = keptSchedule(given({ frequency: 'monthly' }), { ...kept, monthDay: 31 }, later);
    expect(monthly.monthDay).toBe(31);
    expect(nextSlot(scheduleOf(monthly), later)).toEqual(new Date('2027-02-28T09:00:00Z'));
  });

  it('is the same when it is saved again, whatever it is, and fires as it did', () => {
    const anyTime = fc.constantFrom('', '00:00', '02:30', '23:59');
    const anySchedule = fc.record({
      frequency: fc.constantFrom('daily', 'weekly', 'monthly', 'custom'),
      time: anyTime,
      days: fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
      cron: fc.constantFrom('*/5 * * * *', '30 2 * * *', '0 9 29 2 *', '15,45 */2 1 jan *'),
      timeZone: fc.constantFrom('', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/Nuuk'),
    });
    const anyNow = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(anySchedule, anyNow, anyNow, (schedule, first, second) => {
        const kept = keptSchedule(schedule, undefined, first);
        const again = keptSchedule(kept, kept, second);
        expect(again).toEqual(kept);
        expect(issuesOfSchedule(again, second)).toEqual([]);
        expect(nextSlot(scheduleOf(again), second)).toEqual(nextSlot(scheduleOf(kept), second));
      }),
      { seed: 26, numRuns: 200 },
    );
  });

  it('is one that the version before can read where that knew its frequency', () => {
    const known = ['daily', 'weekly', 'monthly', 'custom'].map((frequency) => isKnownBefore(given({ frequency })));
    expect(known).toEqual([true, true, false, false]);
  });
});
