import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { estimateSpending, finalSpending, sizeOfThread } from './estimate.rules.js';

const price = { input: 1_000_000, output: 4_000_000 };
const nothing = { price, micros: undefined, usage: undefined, textBytes: 0, inputTokens: 100 };

describe('what a call may come to', () => {
  it('is its thread and the reply that is expected', () => {
    expect(sizeOfThread([{ content: 'abcd' }, { content: 'Grüße' }])).toEqual({ bytes: 4 + 7, tokens: 1 + 4 + 2 + 4 });
    expect(estimateSpending(price, 100, 1_000)).toEqual({ micros: 4_100, tokens: 1_100 });
    expect(estimateSpending(undefined, 100, 1_000)).toEqual({ micros: 0, tokens: 1_100 });
  });
});

describe('what a call came to', () => {
  it.each([
    ['what was counted', { micros: 7, usage: { inputTokens: 3, outputTokens: 4, totalTokens: 9 } }, 7, 9],
    ['a count without a total', { micros: 7, usage: { inputTokens: 3, outputTokens: 4 } }, 7, 7],
    ['a cost without a count', { micros: 7 }, 7, 100],
    ['half a reply without a count', { textBytes: 400 }, 500, 200],
    ['half a reply of unknown price', { textBytes: 400, price: undefined }, 0, 200],
    ['nothing for a call that brought nothing', {}, 0, 0],
  ])('is %s', (_what, call, micros, tokens) => {
    expect(finalSpending({ ...nothing, ...call })).toEqual({ micros, tokens });
  });

  it('is never negative and always whole', () => {
    const count = fc.option(fc.nat(10 ** 6), { nil: undefined });
    const usage = fc.option(fc.record({ inputTokens: count, outputTokens: count, totalTokens: count }), {
      nil: undefined,
    });
    const calls = fc.record({ micros: count, usage, textBytes: fc.nat(10 ** 6), inputTokens: fc.nat(10 ** 6) });
    fc.assert(
      fc.property(calls, (call) => {
        const { micros, tokens } = finalSpending({ price, ...call });
        expect(micros >= 0 && Number.isSafeInteger(micros)).toBe(true);
        expect(tokens >= 0 && Number.isSafeInteger(tokens)).toBe(true);
      }),
      { seed: 20250710 },
    );
  });
});
