import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pauseAfter } from './back-off.rules.js';

const minute = 60_000;
const all = (random: number) => Array.from({ length: 9 }, (_each, tries) => pauseAfter(tries + 1, random));

it('tries for just under a day, and then no more', () => {
  const pauses = all(0);
  expect(pauses.map((pause) => pause && pause / minute)).toEqual([1, 5, 30, 120, 300, 600, 360, undefined, undefined]);
  expect(pauses.reduce((sum: number, pause) => sum + (pause ?? 0), 0)).toBeLessThan(24 * 60 * minute);
});

it('is shorter by a tenth at most, and as long as the receiver asks within two hours', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 7 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(1e9),
      (tries, random, asked) => {
        const full = pauseAfter(tries, 0)!;
        const pause = pauseAfter(tries, random, asked)!;
        expect(pause).toBeGreaterThanOrEqual(Math.round(full * 0.9));
        expect(pause).toBeLessThanOrEqual(Math.max(full, 120 * minute));
        expect(pause).toBeGreaterThanOrEqual(Math.min(asked, 120 * minute));
      },
    ),
  );
});
