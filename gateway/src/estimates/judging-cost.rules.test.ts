import { describe, expect, it } from '@jest/globals';
import { PriceKnowledge, type CallEstimate } from '@polylogue/proto';
import { costOfVerdicts, verdictsOf } from './judging-cost.rules.js';

const replies = (aiService: string, low: number, high: number): CallEstimate => ({
  aiService,
  price: PriceKnowledge.KNOWN,
  answerLowBytes: low,
  answerHighBytes: high,
});
const costs = (lowMicros: number, highMicros: number): CallEstimate => ({
  aiService: 'x',
  price: PriceKnowledge.KNOWN,
  cost: { lowMicros, highMicros },
});
const unknown: CallEstimate = { aiService: 'x', price: PriceKnowledge.UNKNOWN };
const preview = {
  judges: ['a', 'b'],
  judgeCount: 2,
  share: 1,
  promptBytes: 1_000,
  maxQuestionBytes: 500,
  maxReplyBytes: 3_000,
};

describe('what judges would be sent', () => {
  it('is of every reply but their own one call, no more of question and reply than they are given', () => {
    const estimates = [replies('a', 100, 200), replies('b', 1_000, 9_000), replies('c', 300, 400)];
    expect(verdictsOf(preview, ['a', 'b', 'c'], estimates, { low: 50, high: 10_000 })).toEqual([
      { count: 2, call: { aiService: 'a', bytes: 1_000 + 50 + 650, fileBytes: 450 + 1_050, hasSchema: true } },
      { count: 2, call: { aiService: 'b', bytes: 1_000 + 50 + 200, fileBytes: 450 + 100, hasSchema: true } },
    ]);
  });

  it('is the thread of each reply as well, within what they are given, and as often as each is asked', () => {
    const estimates = [replies('a', 100, 200), replies('b', 1_000, 2_000)];
    const asked = verdictsOf({ ...preview, repeats: 3 }, ['a', 'b'], estimates, { low: 0, high: 0 }, [50, 5_000]);
    expect(asked).toEqual([
      { count: 3, call: { aiService: 'a', bytes: 1_000 + 3_000, fileBytes: 0, hasSchema: true } },
      { count: 3, call: { aiService: 'b', bytes: 1_000 + 150, fileBytes: 100, hasSchema: true } },
    ]);
  });

  it('is not the reply of a variant of their own', () => {
    const verdicts = verdictsOf(preview, ['a..k3f9a2', 'b'], [replies('a', 1, 1), replies('b', 2, 2)], {
      low: 0,
      high: 0,
    });
    expect(verdicts.map(({ count, call }) => [count, call.aiService, call.bytes])).toEqual([
      [1, 'a', 1_002],
      [1, 'b', 1_001],
    ]);
  });
});

describe('what judging would cost', () => {
  const planned = [1, 2, 3].map((count) => ({ count, call: { aiService: 'x', bytes: 0, fileBytes: 0 } }));

  it('is from the cheapest to the dearest of those who may judge', () => {
    const estimates = [costs(10, 20), costs(10, 20), costs(10, 20)];
    expect(costOfVerdicts(planned, estimates, 3)).toEqual({ lowMicros: 60, highMicros: 120 });
    expect(costOfVerdicts(planned, estimates, 1)).toEqual({ lowMicros: 10, highMicros: 60 });
  });

  it('is that of the known prices, and unknown without any', () => {
    expect(costOfVerdicts(planned, [unknown, costs(5, 6), unknown], 3)).toEqual({ lowMicros: 10, highMicros: 12 });
    expect(costOfVerdicts(planned, [unknown, unknown, unknown], 3)).toBeUndefined();
    expect(costOfVerdicts([], [], 0)).toBeUndefined();
  });
});
