import { describe, expect, it } from '@jest/globals';
import type { JudgingEstimate } from '@polylogue/api-contract';
import { judgingPriceOf, judgingPriceText } from './judging-price.rules.js';

type Judge = JudgingEstimate['judges'][number];
const judge = (name: string, calls: number, price: Judge['price'] = 'free'): Judge => ({
  aiService: { name, displayName: name.toUpperCase(), color: '#777777' },
  calls,
  price,
  cost: price === 'known' ? { low: 0.01, high: 0.02, currency: 'USD' } : null,
});
const estimate = (judges: Judge[], more: Partial<JudgingEstimate> = {}): JudgingEstimate => ({
  judges,
  calls: judges.reduce((sum, { calls }) => sum + calls, 0),
  cost: judges.some(({ price }) => price === 'known') ? { low: 0.01, high: 0.02, currency: 'USD' } : null,
  responseTime: 4_000,
  leftOut: [],
  ...more,
});
const left = (reason: string) => ({ broadcastId: '0191f0a0-0000-7000-8000-000000000001', reason });
const textOf = (...parts: JudgingEstimate[]) => judgingPriceText(judgingPriceOf(parts));

describe('the price of judging replies that are there', () => {
  it.each<[JudgingEstimate[], string, string | undefined]>([
    [[estimate([judge('a', 3), judge('b', 3)])], '6 calls · Free · about 4 s', undefined],
    [[estimate([judge('a', 1, 'known')], { responseTime: null })], '1 call · ≈ $0.01–0.02', undefined],
    [
      [estimate([judge('a', 3, 'known'), judge('b', 3, 'unknown')])],
      '6 calls · ≈ $0.01–0.02 + 1 service of unknown price · about 4 s',
      'What B costs is not known.',
    ],
    [[estimate([judge('a', 2, 'unknown')])], '2 calls · Price unknown · about 4 s', 'What A costs is not known.'],
    [[estimate([])], 'No calls: each verdict is there already', undefined],
    [[estimate([], { leftOut: [left('Off.')] })], 'Off.', undefined],
  ])('%#', (parts, line, notes) => expect(textOf(...parts)).toEqual({ line, notes }));

  it('is that of all parts together, with what is left out and each reason once', () => {
    const leftOut = [left('Blind.'), left('Blind.')];
    const parts = [estimate([judge('a', 3, 'known')]), estimate([judge('a', 2, 'known')], { leftOut }), estimate([])];
    expect(textOf(...parts)).toEqual({
      line: '5 calls · ≈ $0.02–0.04 · about 8 s · 2 rounds left out',
      notes: 'Blind.',
    });
  });
});
