import { expect, it } from '@jest/globals';
import { formatDuration } from './analytics.rules.js';

it.each([
  [null, 'N/A'],
  [Number.NaN, 'N/A'],
  [0, '0m 0s'],
  [59_999, '0m 59s'],
  [60_000, '1m 0s'],
  [3_599_999, '59m 59s'],
  [3_600_000, '1h 0m'],
  [90_061_000, '25h 1m'],
])('%p ms is %s', (milliseconds, expected) => expect(formatDuration(milliseconds)).toBe(expected));
