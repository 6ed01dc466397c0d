import { expect, it } from '@jest/globals';
import { PriceKnowledge } from '@polylogue/proto';
import { toEstimate } from './estimates.mapper.js';

const habits = { bytesPerToken: 4, answer: { low: 1, high: 2 }, typicalMs: 900 };
const cost = { lowMicros: 1, highMicros: 2 };

it.each([
  ['free', true, undefined, PriceKnowledge.FREE],
  ['known', false, cost, PriceKnowledge.KNOWN],
  ['unknown', false, undefined, PriceKnowledge.UNKNOWN],
] as const)('says that a price is %s', (_word, demo, known, price) => {
  const estimate = toEstimate({ name: 'gpt', demo }, habits, known);
  const answer = { answerLowBytes: 4, answerHighBytes: 8 };
  expect(estimate).toEqual({ aiService: 'gpt', price, cost: known, typicalMs: 900, ...answer });
});

it('expects no answer that is longer than the longest', () => {
  const estimate = toEstimate({ name: 'gpt', demo: false }, habits, cost, 1);
  expect(estimate).toMatchObject({ answerLowBytes: 4, answerHighBytes: 4 });
});
