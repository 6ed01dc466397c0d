import { describe, expect, it } from '@jest/globals';
import type { EndPart } from '../providers/provider.js';
import { soundEnd } from './usage.rules.js';

const end = (more: Partial<EndPart>): EndPart => ({ type: 'end', stopReason: 'stop', ...more });

describe('what a provider counted', () => {
  it.each([
    [
      { inputTokens: 3, outputTokens: 0, totalTokens: 3 },
      { inputTokens: 3, outputTokens: 0, totalTokens: 3 },
    ],
    [{ inputTokens: 3, outputTokens: 1e12 }, { inputTokens: 3 }],
    [{ inputTokens: -1, outputTokens: 2.5, totalTokens: Number.NaN }, undefined],
    [{}, undefined],
    [undefined, undefined],
  ])('%j is taken as %j', (usage, sound) => {
    expect(soundEnd(end({ usage })).usage).toEqual(sound);
  });

  it.each([
    [0, 0],
    [0.5, 0.5],
    [-1, undefined],
    [1e9, undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
  ])('a cost of %d is taken as %s', (amount, sound) => {
    expect(soundEnd(end({ cost: { amount, currency: 'USD' } })).cost?.amount).toBe(sound);
  });
});
