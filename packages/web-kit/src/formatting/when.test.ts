import { expect, it } from '@jest/globals';
import { seconds, when } from './when.js';

it('writes dates as MMM d, yyyy h:mm a', () => {
  expect(when(new Date(2026, 10, 21, 9, 2))).toBe('Nov 21, 2026 9:02 AM');
  expect(when(new Date(2026, 0, 3, 0, 30))).toBe('Jan 3, 2026 12:30 AM');
  expect(when(new Date(2026, 0, 3, 15, 5))).toBe('Jan 3, 2026 3:05 PM');
});

it('writes seconds with one decimal, the first token with two', () => {
  expect([seconds(4123), seconds(380, 2)]).toEqual(['4.1 s', '0.38 s']);
});
