import { describe, expect, it } from '@jest/globals';
import type { Estimate, ServiceEstimate } from '@polylogue/api-contract';
import { mustAsk, priceLine, questionOf } from './estimate.rules.js';

const service = (price: ServiceEstimate['price']): ServiceEstimate => ({
  aiService: 'gpt',
  price,
  cost: null,
  seconds: null,
});
const usd = (low: number, high: number) => ({ low, high, currency: 'USD' });
const estimate = (more: Partial<Estimate> = {}): Estimate => ({
  services: [service('known')],
  cost: usd(0.03, 0.09),
  seconds: 8.4,
  ...more,
});

describe('a price before a click', () => {
  it.each<[Partial<Estimate>, string]>([
    [{}, '≈ $0.03–0.09 · about 8 s'],
    [{ cost: usd(0.01, 0.01), seconds: null }, '≈ $0.01'],
    [{ services: [service('known'), service('known')] }, '≈ $0.03–0.09 · about 8 s · 2 services'],
    [
      { services: [service('known'), service('unknown')] },
      '≈ $0.03–0.09 + 1 service of unknown price · about 8 s · 2 services',
    ],
    [{ services: [{ ...service('known'), searches: true }] }, '≈ $0.03–0.09 + searches · about 8 s'],
    [{ services: [{ ...service('unknown'), searches: true }], cost: null }, 'Price unknown + searches · about 8 s'],
    [{ services: [service('unknown')], cost: null, seconds: 0.2 }, 'Price unknown · about 1 s'],
    [{ services: [service('free')], cost: null, seconds: 150 }, 'Free · about 3 min'],
  ])('of %j', (more, line) => expect(priceLine(estimate(more))).toBe(line));
});

describe('the question before what costs much', () => {
  it.each([
    [0.05, true],
    [0.09, false],
    [1, false],
    [0, true],
    [null, false],
  ])('is asked above %s: %s', (askAbove, isAsked) => expect(mustAsk(estimate(), askAbove)).toBe(isAsked));

  it('is never asked about an unknown or no price', () => {
    expect(mustAsk(estimate({ cost: null }), 0)).toBe(false);
    expect(mustAsk(estimate({ cost: usd(0, 0) }), 0)).toBe(false);
  });

  it('names the amount and what is done', () => {
    expect(questionOf(usd(1.2, 3.4))).toBe('This will cost about $1.20–3.40. Send?');
    expect(questionOf(usd(1.2, 3.4), 'Settle')).toBe('This will cost about $1.20–3.40. Settle?');
  });
});
