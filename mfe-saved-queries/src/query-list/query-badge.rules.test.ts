import { expect, it } from '@jest/globals';
import { queryBadgeOf, scheduleWords } from './query-badge.rules.js';

it.each([
  [false, true, 'Manual'],
  [false, false, 'Manual'],
  [true, true, 'Active'],
  [true, false, 'Paused'],
])('scheduled %s and active %s is %s', (isScheduled, isActive, badge) => {
  expect(queryBadgeOf({ isScheduled, isActive })).toBe(badge);
});

it('says the schedule as frequency at time', () => {
  const query = {
    isScheduled: true,
    scheduleFrequency: 'weekly',
    scheduleTime: '17:30',
    customSchedule: null,
  } as const;
  expect(scheduleWords(query)).toBe('weekly at 17:30');
  expect(scheduleWords({ ...query, scheduleFrequency: null, scheduleTime: null })).toBe('daily at 09:00');
  expect(scheduleWords({ ...query, scheduleFrequency: 'custom', customSchedule: '0 9 * * 1-5' })).toBe(
    'custom: 0 9 * * 1-5',
  );
  expect(scheduleWords({ ...query, isScheduled: false })).toBeUndefined();
});
