import { describe, expect, it } from '@jest/globals';
import type { AiService, Estimate, Timeline } from '@polylogue/api-contract';
import { byLatestChange, headOf, priceOf, readingPriceOf, rowsOf } from './watch.rules.js';

const report = { changedServices: 0, totalServices: 6, baseline: false, changes: [], furtherAnswers: 0 };

it('heads a run with what came of it', () => {
  expect(headOf(report)).toBe('Nothing changed');
  expect(headOf({ ...report, changedServices: 2 })).toBe('2 of 6 changed');
  expect(headOf({ ...report, baseline: true })).toBe('First run: what later runs are compared with');
  expect(headOf({ ...report, error: 'Away.' })).toBe('Could not be compared');
});

describe('the price of the first run', () => {
  const service = (price: 'known' | 'free' | 'unknown') => ({ aiService: 'a', price, cost: null, seconds: null });
  const cost = { low: 0.01, high: 0.02, currency: 'USD' };
  it('is that of one question, as often as each service is asked', () => {
    const estimate = { services: [service('known'), service('unknown')], cost, seconds: null };
    expect(priceOf(estimate, 2, 3)).toBe(
      'The first run asks each service 3 times (6 answers): ≈ $0.03–0.06, and 1 service of unknown price.',
    );
  });
  it('is free for demos, unknown where no price is, and left out before it is known', () => {
    expect(priceOf({ services: [service('free')], cost: null, seconds: null }, 1, 1)).toMatch(
      /once \(1 answer\): free\.$/,
    );
    expect(priceOf({ services: [service('unknown')], cost: null, seconds: null }, 1, 2)).toMatch(/price unknown\.$/);
    expect(priceOf(undefined, 2, 3)).toBe('The first run asks each service 3 times.');
  });
});

describe('the price of reading', () => {
  const gpt = { name: 'gpt', displayName: 'GPT' } as AiService;
  const reading = { aiService: 'gpt', price: 'known', cost: { low: 0.01, high: 0.02, currency: 'USD' }, seconds: null };
  const estimate = (change = {}) =>
    ({ services: [], cost: null, seconds: null, reading: { ...reading, ...change } }) as Estimate;
  it('names who reads, and says when it is free or not known', () => {
    expect(readingPriceOf(estimate(), [gpt])).toBe('GPT reads them: ≈ $0.01–0.02.');
    expect(readingPriceOf(estimate({ cost: null, price: 'free' }), [])).toBe('gpt reads them: free.');
    expect(readingPriceOf(estimate({ cost: null, price: 'unknown' }), [gpt])).toBe('GPT reads them: price unknown.');
    expect(readingPriceOf({ services: [], cost: null, seconds: null }, [gpt])).toBe('');
  });
});

describe('a timeline', () => {
  const label = (name: string) => ({ name, displayName: name.toUpperCase(), color: '#777777' });
  const cell = (executionId: number, aiService: string, changed = false) =>
    ({ executionId, aiService, stance: 'says', changed }) as const;
  const timeline: Timeline = {
    runs: [1, 2].map((executionId) => ({ executionId, executedAt: '', baseline: false, changedServices: 0 })),
    aiServices: [label('a'), label('b')],
    claims: [
      { id: 1, text: 'Steady.', cells: [cell(1, 'a'), cell(2, 'a')] },
      { id: 2, text: 'Changed.', cells: [cell(2, 'b', true)] },
    ],
  };
  it('has the latest change first, and a gap where a service did not answer', () => {
    expect(byLatestChange(timeline).map(({ id }) => id)).toEqual([2, 1]);
    const rows = rowsOf(timeline, timeline.claims[1]!);
    expect(rows.map(({ cells }) => cells.map((each) => each?.stance))).toEqual([
      [undefined, undefined],
      [undefined, 'says'],
    ]);
  });
});
