import { describe, expect, it } from '@jest/globals';
import { PriceKnowledge, type CallEstimate } from '@polylogue/proto';
import { judgeCallsOf, judgingEstimateOf } from './judging-estimate.rules.js';

const verdicts = [
  { judge: 'b', bytes: 100 },
  { judge: 'a', bytes: 10 },
  { judge: 'b', bytes: 201 },
];
const known = (aiService: string, typicalMs?: number): CallEstimate => ({
  aiService,
  price: PriceKnowledge.KNOWN,
  cost: { lowMicros: 5, highMicros: 9 },
  typicalMs,
});

describe('what judging would cost', () => {
  it('is of each judge as many calls as it is asked, of their mean size', () => {
    expect(judgeCallsOf(verdicts, 3)).toEqual([
      { count: 3, call: { aiService: 'a', bytes: 10, fileBytes: 0, hasSchema: true } },
      { count: 6, call: { aiService: 'b', bytes: 151, fileBytes: 0, hasSchema: true } },
    ]);
    expect(judgeCallsOf([], 1)).toEqual([]);
  });

  it('is the price of each judge that is known, and no price of one that is not', () => {
    const unknown = { aiService: 'b', price: PriceKnowledge.UNKNOWN };
    const { judges } = judgingEstimateOf(judgeCallsOf(verdicts, 1), [known('a'), unknown], { repeats: 1, atOnce: 4 });
    expect(judges).toEqual([
      { aiService: 'a', calls: 1, price: PriceKnowledge.KNOWN, cost: { lowMicros: 5, highMicros: 9 } },
      { aiService: 'b', calls: 2, price: PriceKnowledge.UNKNOWN, cost: undefined },
    ]);
  });

  it('takes as long as all calls do, so many at a time, and no less than the slowest verdict', () => {
    const timeOf = (atOnce: number, estimates = [known('a', 1_000), known('b', 3_000)]) =>
      judgingEstimateOf(judgeCallsOf(verdicts, 2), estimates, { repeats: 2, atOnce }).responseTimeMs;
    expect(timeOf(1)).toBe(14_000);
    expect(timeOf(2)).toBe(7_000);
    expect(timeOf(100)).toBe(6_000);
    expect(timeOf(1, [known('a'), known('b', 3_000)])).toBeUndefined();
    expect(judgingEstimateOf([], [], { repeats: 1, atOnce: 1 })).toEqual({ judges: [], responseTimeMs: undefined });
  });
});
