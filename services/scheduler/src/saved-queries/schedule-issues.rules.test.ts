import { expect, it } from '@jest/globals';
import { queryScheduleIssues } from './schedule-issues.rules.js';

const now = new Date('2026-11-21T08:00:00Z');
const wrong = { isScheduled: true, frequency: 'custom', time: '9', days: [7], cron: 'x', timeZone: 'Mars' } as const;
const pathsOf = (input: Parameters<typeof queryScheduleIssues>[0]) =>
  queryScheduleIssues(input, now).map(({ path }) => path);

it('what is wrong with a schedule is named as in /api, and an expression that is not in use is not read', () => {
  expect(pathsOf(wrong)).toEqual(['scheduleTime', 'scheduleDays', 'timeZone', 'customSchedule']);
  const off = { isScheduled: false, time: null, days: [], timeZone: null };
  expect(pathsOf({ ...wrong, ...off })).toEqual([]);
});
