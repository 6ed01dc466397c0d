import { expect, it } from '@jest/globals';
import { dayOf, daysBefore, secondsToNextDay } from './days.rules.js';

it.each([
  ['2026-03-31T23:59:59.999Z', '2026-03-31', 1],
  ['2026-04-01T00:00:00.000Z', '2026-04-01', 86_400],
  ['2026-12-31T12:00:00.500Z', '2026-12-31', 43_200],
])('%s is on %s, and %i seconds are left of it', (time, day, left) => {
  expect(dayOf(new Date(time))).toBe(day);
  expect(secondsToNextDay(new Date(time))).toBe(left);
});

it('counts days back over months', () => expect(daysBefore(new Date('2026-03-01T05:00:00Z'), 2)).toBe('2026-02-27'));
