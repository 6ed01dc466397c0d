import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import {
  estimateCost,
  habitsOf,
  maySearch,
  percentile,
  withAnswerSettings,
  type RecentCall,
} from './estimate.rules.js';

/** A dollar and four dollars per million tokens. */
const price = { input: 1_000_000, output: 4_000_000 };

const aCall = (figures: Partial<RecentCall> = {}): RecentCall => ({
  sentBytes: 400,
  inputTokens: 100,
  outputTokens: 50,
  totalMs: 1_000,
  ...figures,
});
const answering = (...lengths: number[]) => lengths.map((outputTokens) => aCall({ outputTokens }));

const figure = fc.option(fc.nat(1_000_000), { nil: null });
const calls = fc.array(fc.record({ sentBytes: figure, inputTokens: figure, outputTokens: figure, totalMs: figure }), {
  maxLength: 50,
});
const planned = fc.record({
  bytes: fc.nat(1_000_000),
  fileBytes: fc.nat(10_000_000),
  maxOutputTokens: fc.option(fc.integer({ min: 1, max: 200_000 }), { nil: undefined }),
});

describe('how a service has replied lately', () => {
  it('is what its calls say', () => {
    const lengths = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
    const recent = lengths.map((tokens) => aCall({ sentBytes: 300, outputTokens: tokens, totalMs: tokens * 10 }));
    expect(habitsOf(recent, 1_000)).toEqual({ bytesPerToken: 3, answer: { low: 20, high: 80 }, typicalMs: 500 });
  });

  it('is guessed where nothing is known', () => {
    const guess = { bytesPerToken: 4, answer: { low: 250, high: 1_000 }, typicalMs: undefined };
    expect(habitsOf([], 1_000)).toEqual(guess);
    const uncounted = { sentBytes: null, inputTokens: null, outputTokens: null, totalMs: null };
    expect(habitsOf([uncounted], 1_000)).toEqual(guess);
  });

  it('is not concluded from a few calls as if they were many', () => {
    expect(habitsOf(answering(100), 1_000).answer).toEqual({ low: 50, high: 200 });
    expect(habitsOf(answering(100, 100, 100, 100, 100), 1_000).answer).toEqual({ low: 100, high: 100 });
  });

  it('takes pages that a vendor searched for no way of counting', () => {
    expect(habitsOf([aCall({ sentBytes: 40, inputTokens: 9_000 })], 1_000).bytesPerToken).toBe(1);
    expect(habitsOf([aCall({ sentBytes: 9_000, inputTokens: 1 })], 1_000).bytesPerToken).toBe(8);
  });
});

describe('what a call may cost', () => {
  const habits = { bytesPerToken: 4, answer: { low: 100, high: 1_000 } };

  it('is what is sent and a short or a long answer', () => {
    expect(estimateCost(price, habits, { bytes: 4_000 })).toEqual({ lowMicros: 1_400, highMicros: 5_000 });
  });

  it('counts a file that was not read yet as next to nothing or as all text', () => {
    const call = { bytes: 4_000, fileBytes: 40_000 };
    expect(estimateCost(price, habits, call)).toEqual({ lowMicros: 1_400, highMicros: 15_000 });
  });

  it('ends where the longest answer ends', () => {
    const call = { bytes: 4_000, maxOutputTokens: 50 };
    expect(estimateCost(price, habits, call)).toEqual({ lowMicros: 1_200, highMicros: 1_200 });
  });

  it('is a range of whole micros that only grows with what is sent', () => {
    fc.assert(
      fc.property(calls, planned, fc.nat(10_000), (recent, call, more) => {
        const known = habitsOf(recent, 1_000);
        const { lowMicros, highMicros } = estimateCost(price, known, call);
        expect(Number.isSafeInteger(lowMicros) && Number.isSafeInteger(highMicros)).toBe(true);
        expect(lowMicros).toBeGreaterThanOrEqual(0);
        expect(highMicros).toBeGreaterThanOrEqual(lowMicros);
        const longer = estimateCost(price, known, { ...call, bytes: call.bytes + more });
        expect(longer.lowMicros).toBeGreaterThanOrEqual(lowMicros);
        expect(longer.highMicros).toBeGreaterThanOrEqual(highMicros);
        const capped = estimateCost(price, known, { ...call, maxOutputTokens: 1 });
        expect(capped.highMicros).toBeLessThanOrEqual(highMicros);
      }),
      { seed: 20261123 },
    );
  });
});

it('finds the value that a part does not exceed', () => {
  expect(percentile([], 0.5)).toBeUndefined();
  expect([0, 0.2, 0.5, 0.8, 1].map((part) => percentile([5, 3, 1, 4, 2], part))).toEqual([1, 1, 3, 4, 5]);
});

it('counts the instructions and the longest answer that administrators set', () => {
  const entry = {
    answerDefaults: { systemPrompt: 'Grüße', maxOutputTokens: 400 },
    answerLimits: { maxOutputTokens: 200 },
  };
  expect(withAnswerSettings({ bytes: 10 }, entry)).toEqual({ bytes: 17, maxOutputTokens: 200 });
  expect(withAnswerSettings({ bytes: 10, maxOutputTokens: 50 }, entry)).toEqual({ bytes: 17, maxOutputTokens: 50 });
  const task = 'extraction';
  expect(withAnswerSettings({ bytes: 10, task }, entry)).toEqual({ bytes: 10, maxOutputTokens: 200, task });
  expect(withAnswerSettings({ bytes: 10 }, {})).toEqual({ bytes: 10, maxOutputTokens: Infinity });
});

describe('a call may search the web', () => {
  const service = (more: object = {}) =>
    ({
      provider: 'anthropic',
      model: 'claude-sonnet-5',
      baseUrl: 'https://api.anthropic.com/v1',
      category: 'text',
      ...more,
    }) as AiServiceEntry;
  const byItself = { answerDefaults: { webSearch: true } };

  it.each<[string, object, AiServiceEntry, boolean]>([
    ['that is to search', { webSearch: true }, service(), true],
    ['that is not', {}, service(), false],
    ['whose service does by itself', {}, service(byItself), true],
    ['of the product’s own', { task: 'summary' }, service(byItself), false],
    ['of a service that cannot', { webSearch: true }, service({ demo: true }), false],
    ['of a service that may not', { webSearch: true }, service({ answerLimits: { allowsWebSearch: false } }), false],
  ])('%s: %j', (_which, call, entry, may) => expect(maySearch(call, entry)).toBe(may));
});
