import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { money, moneyRange } from './money.js';

it.each([
  [1234.5, '$1,234.50'],
  [12.345, '$12.35'],
  [1, '$1.00'],
  [0.3, '$0.30'],
  [0.0312, '$0.031'],
  [0.00123, '$0.0012'],
  [0.000042, '$0.000042'],
  [0, '$0.00'],
])('writes %p as %s', (amount, text) => expect(money(amount)).toBe(text));

it('writes other currencies by their own signs', () => expect(money(2, 'EUR')).toBe('€2.00'));

it.each([
  [0.03, 0.09, '$0.03–0.09'],
  [1.2, 3.4, '$1.20–3.40'],
  [0.0098, 0.12, '$0.0098–0.12'],
  [0.301, 0.304, '$0.30'],
  [0, 0, '$0.00'],
  [0, 0.5, '$0.00–0.50'],
  [900, 1200, '$900.00–1,200.00'],
])('writes %p to %p as %s', (low, high, text) => expect(moneyRange(low, high)).toBe(text));

it('never shows something as nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 10 }), (micros) => {
      expect(money(micros / 1_000_000)).toMatch(/[1-9]/);
    }),
    { seed: 20261123 },
  );
});
