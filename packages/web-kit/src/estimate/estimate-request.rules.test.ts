import { describe, expect, it } from '@jest/globals';
import type { CostRange, Estimate } from '@polylogue/api-contract';
import { mustAsk, questionOf, requestOf } from './estimate-request.rules.js';

const usd = (low: number, high: number) => ({ low, high, currency: 'USD' });
const estimate = (cost: CostRange | null): Estimate => ({ services: [], cost, seconds: null, judging: null });

describe('the question before sending', () => {
  it.each([
    [0.05, true],
    [0.09, false],
    [1, false],
    [0, true],
    [null, false],
  ])('is asked above %s: %s', (askAbove, isAsked) =>
    expect(mustAsk(estimate(usd(0.03, 0.09)), askAbove)).toBe(isAsked),
  );

  it('is never asked about an unknown or no price', () => {
    expect(mustAsk(estimate(null), 0)).toBe(false);
    expect(mustAsk(estimate(usd(0, 0)), 0)).toBe(false);
  });

  it('names the amount', () => expect(questionOf(usd(1.2, 3.4))).toBe('This will cost about $1.20–3.40. Send?'));
});

describe('what is estimated', () => {
  it('is what stands in the box, in bytes', () => {
    expect(requestOf('Grüße', ['gpt'])).toEqual({ selectedAIs: ['gpt'], messageBytes: 7 });
    const files = { fileBytes: 9, pictures: 2 };
    expect(requestOf('', ['gpt'], { files })).toEqual({ selectedAIs: ['gpt'], messageBytes: 0, ...files });
  });

  it('is what goes on a conversation, where one is continued', () => {
    const conversationId = '6c84fb90-12c4-11e1-840d-7b25c5ee775a';
    expect(requestOf('Hi', ['gpt'], { conversationId })).toEqual({
      selectedAIs: ['gpt'],
      messageBytes: 2,
      conversationId,
    });
  });

  it('is nothing where nothing can be sent', () => {
    expect(requestOf(' ', ['gpt'])).toBeUndefined();
    expect(requestOf('Hi', [])).toBeUndefined();
  });
});
