import { describe, expect, it } from '@jest/globals';
import { scheduleIssues, toSchedule, type ScheduleInput } from './schedule-issues.rules.js';

const now = new Date('2026-11-21T08:00:00Z');
const input = (overrides: Partial<ScheduleInput> = {}): ScheduleInput => ({
  isScheduled: true,
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
    expect(custom(cron)).toEqual([{ path: 'customSchedule', message: expect.stringContaining(sentence) }]);
  });

  it.each<[Partial<ScheduleInput>, string]>([
    [{ time: '25:61' }, 'scheduleTime'],
    [{ time: '9:00' }, 'scheduleTime'],
    [{ time: '' }, 'scheduleTime'],
    [{ frequency: 'weekly', days: [7] }, 'scheduleDays'],
    [{ days: [-1] }, 'scheduleDays'],
    [{ days: [1.5] }, 'scheduleDays'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ timeZone: '+02:00' }, 'timeZone'],
    [{ timeZone: '' }, 'timeZone'],
  ])('%j', (overrides, path) => {
    expect(scheduleIssues(input(overrides), now).map((issue) => issue.path)).toEqual([path]);
  });

  it('is nothing while a cron expression is not in use', () => {
    expect(scheduleIssues(input({ frequency: 'daily', cron: 'x' }), now)).toEqual([]);
    expect(scheduleIssues(input({ isScheduled: false, frequency: 'custom', cron: 'x' }), now)).toEqual([]);
  });
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
});
