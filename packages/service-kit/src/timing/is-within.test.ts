import { expect, it } from '@jest/globals';
import { isWithin } from './is-within.js';

it.each([
  ['just now', 1_000, true],
  ['a moment ago', 901, true],
  ['as long ago as it lasts', 900, false],
  ['never', -Infinity, false],
  ['by a clock that was five minutes ahead', 301_000, false],
])('what was noted %s', (_when, at, expected) => expect(isWithin(at, 1_000, 100)).toBe(expected));
