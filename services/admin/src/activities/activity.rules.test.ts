import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { v4, v7 } from 'uuid';
import { timeOf } from './activity.rules.js';

fc.configureGlobal({ seed: 20250710 });

const otherwise = new Date(0);

it('reads from the id of an event when it came about', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 47 }), (msecs) => {
      expect(timeOf(v7({ msecs }), otherwise).getTime()).toBe(msecs);
    }),
  );
});

it.each([v4(), '', 'x'.repeat(32), '0198a1b2'])('does not guess from %j', (id) =>
  expect(timeOf(id, otherwise)).toBe(otherwise),
);
