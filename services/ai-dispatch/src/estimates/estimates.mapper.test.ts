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
  expect(estimate).toEqual({ aiService: 'gpt', price, cost: known, typicalMs: 900 });
});
