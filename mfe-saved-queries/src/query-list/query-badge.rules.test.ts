import { expect, it } from '@jest/globals';
import { queryBadgeOf, scheduleLabel } from './query-badge.rules.js';

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
  expect(scheduleLabel(query)).toBe('weekly at 17:30');
  expect(scheduleLabel({ ...query, scheduleFrequency: null, scheduleTime: null })).toBe('daily at 09:00');
  expect(scheduleLabel({ ...query, scheduleFrequency: 'custom', customSchedule: '0 9 * * 1-5' })).toBe(
    'custom: 0 9 * * 1-5',
  );
  expect(scheduleLabel({ ...query, isScheduled: false })).toBeUndefined();
});
