import { expect, it } from '@jest/globals';
import { isSound } from './preferences.rules.js';

it.each([undefined, 0, 1, 1_000_000, 10_000_000_000])('takes %s', (askAboveMicros) =>
  expect(isSound({ askAboveMicros })).toBe(true),
);

it.each([-1, 0.5, NaN, Infinity, 10_000_000_001])('refuses %s', (askAboveMicros) =>
  expect(isSound({ askAboveMicros })).toBe(false),
);
