import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimalOf, dollarsOf, microsOf } from './dollars.rules.js';

it.each([
  [0, '0'],
  [1, '0.000001'],
  [1_000_000, '1'],
  [1_234_560, '1.23456'],
  [98_765_432_100_000, '98765432.1'],
])('%i micros are %s dollars', (micros, decimal) => expect(decimalOf(micros)).toBe(decimal));

it('loses nothing on the way to JSON and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (micros) => {
      expect(microsOf(dollarsOf(micros))).toBe(micros);
      expect(Math.round((JSON.parse(JSON.stringify(dollarsOf(micros))) as number) * 1e6)).toBe(micros);
    }),
    { seed: 20250710 },
  );
});
