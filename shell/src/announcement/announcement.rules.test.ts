import { expect, it } from '@jest/globals';
import { shownOf, untilEnd } from './announcement.rules.js';

const now = Date.parse('2026-03-03T10:00:00Z');
const announcement = { id: 'one', text: 'Hello', level: 'info', endsAt: null, isPublic: false } as const;
const ending = { ...announcement, endsAt: '2026-03-03T10:00:01Z' };

it('is shown until it is dismissed or over', () => {
  expect(shownOf(announcement, null, undefined)).toBe(announcement);
  expect(shownOf(announcement, 'another', 'one more')).toBe(announcement);
  expect(shownOf(announcement, 'one', undefined)).toBeUndefined();
  expect(shownOf(announcement, null, 'one')).toBeUndefined();
  expect(shownOf(undefined, null, undefined)).toBeUndefined();
});

it('is looked at again when it ends, within what a timer can wait', () => {
  expect(untilEnd(announcement, now)).toBeUndefined();
  expect(untilEnd(ending, now)).toBe(1_000);
  expect(untilEnd(ending, now + 5_000)).toBe(0);
  expect(untilEnd({ ...ending, endsAt: '2999-01-01T00:00:00Z' }, now)).toBe(2 ** 31 - 1);
});
