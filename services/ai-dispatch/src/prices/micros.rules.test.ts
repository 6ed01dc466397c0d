import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { costOfTokens, decimalOf, fromMicros, toMicros } from './micros.rules.js';

const runs = { seed: 20250710 };
const micros = fc.integer({ min: 0, max: 10 ** 12 });
const tokens = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const price = fc.record({ input: fc.integer({ min: 0, max: 10 ** 9 }), output: fc.integer({ min: 0, max: 10 ** 9 }) });

describe('money', () => {
  it.each([
    ['1.75', 1_750_000],
    [0.00042, 420],
    [1.5e-7, 0],
    ['5e-7', 1],
    ['0.0000014999', 1],
    ['0.0000015', 2],
    [0.1 + 0.2, 300_000],
    ['12', 12_000_000],
    ['1e3', 1_000_000_000],
  ])('%s dollars are %i micros', (decimal, expected) => expect(toMicros(decimal)).toBe(expected));

  it.each(['', '-1', 'NaN', 'Infinity', '1,5', '0x10', '1.', '.5', '9e99', Number.NaN, Infinity, -0.1])(
    '%s is no amount',
    (decimal) => expect(toMicros(decimal)).toBeUndefined(),
  );

  it('comes back as it went', () => {
    fc.assert(
      fc.property(micros, (amount) => {
        expect(toMicros(decimalOf(amount))).toBe(amount);
        expect(toMicros(fromMicros(amount))).toBe(amount);
      }),
      runs,
    );
  });
});

describe('the cost of tokens', () => {
  it('is the price of a million for a million', () => {
    expect(costOfTokens({ input: 1_750_000, output: 14_000_000 }, 1_000_000, 1_000_000)).toBe(15_750_000);
    expect(costOfTokens({ input: 1_750_000, output: 14_000_000 }, 19, 8)).toBe(145);
  });

  it('is off by half a micro at most, never negative, never a fraction', () => {
    fc.assert(
      fc.property(price, tokens, tokens, (per, input, output) => {
        const cost = costOfTokens(per, input, output);
        expect(Number.isSafeInteger(cost)).toBe(true);
        const exact = BigInt(input) * BigInt(per.input) + BigInt(output) * BigInt(per.output);
        const difference = BigInt(cost) * 1_000_000n - exact;
        expect(difference <= 500_000n && difference >= -500_000n).toBe(true);
      }),
      runs,
    );
  });

  it('never falls when more is used', () => {
    fc.assert(
      fc.property(price, tokens, tokens, (per, input, output) => {
        expect(costOfTokens(per, input + 1, output)).toBeGreaterThanOrEqual(costOfTokens(per, input, output));
        expect(costOfTokens(per, input, output + 1)).toBeGreaterThanOrEqual(costOfTokens(per, input, output));
      }),
      runs,
    );
  });
});
