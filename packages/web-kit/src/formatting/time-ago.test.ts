import { expect, it } from '@jest/globals';
import { timeAgo } from './time-ago.js';

it.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [7_300, '2 hours ago'],
  [86_400, '1 day ago'],
  [86_400 * 400, '1 year ago'],
])('%d seconds are %s', (seconds, expected) => {
  const now = new Date('2026-11-21T09:00:00Z');
  expect(timeAgo(new Date(now.getTime() - seconds * 1000).toISOString(), now)).toBe(expected);
});
