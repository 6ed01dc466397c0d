import { expect, it } from '@jest/globals';
import { ratioLabel, withinLabel } from './estimate-accuracy.rules.js';

const aiService = { name: 'gpt', displayName: 'GPT', color: '#777777' };

it.each([
  [10, 7, '70 % of 10 replies'],
  [1, 1, '100 % of 1 reply'],
  [3, 0, '0 % of 3 replies'],
])('of %s replies %s were within', (calls, within, label) => {
  expect(withinLabel({ aiService, calls, within, medianRatio: 1 })).toBe(label);
});

it.each([
  [1, 'as estimated'],
  [0.97, 'as estimated'],
  [1.2, '20 % above the estimate'],
  [2.54, '2.5 times the estimate'],
  [0.4, '60 % below the estimate'],
  [0, '100 % below the estimate'],
])('a ratio of %s is %s', (medianRatio, label) => expect(ratioLabel({ medianRatio })).toBe(label));
