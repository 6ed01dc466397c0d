import { expect, it } from '@jest/globals';
import { localDay } from './save-file.js';

it.each([
  [new Date(2025, 6, 1, 0, 1), '2025-07-01'],
  [new Date(2025, 11, 31, 23, 59), '2025-12-31'],
])('the day is the one on the clock of the reader', (now, day) => expect(localDay(now)).toBe(day));
