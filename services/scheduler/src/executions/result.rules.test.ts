import { describe, expect, it } from '@jest/globals';
import { CostSource, EndKind, Generation } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { endOf, refused, resultOf } from './result.rules.js';

describe('a result', () => {
  it('is what the service said, with the tokens of its answer', () => {
    const generation = Generation.fromPartial({ model: 'gpt-5.2', sources: [{ url: 'https://example.org' }] });
    const usage = { inputTokens: 3, outputTokens: 9, totalTokens: 12 };
    const end = { kind: EndKind.COMPLETED, totalMs: 40, usage, generation };
    expect(resultOf('gpt', end, 'Hello')).toEqual({
      aiService: 'gpt',
      isSuccess: true,
      responseTimeMs: 40,
      tokens: 9,
      response: 'Hello',
      error: null,
      costMicros: null,
      costSource: null,
      usage: end.usage,
      generation,
    });
  });

  it('has no tokens when the provider counted none', () => {
    expect(resultOf('gpt', { kind: EndKind.COMPLETED, totalMs: 1 }, 'x')?.tokens).toBeNull();
  });

  it('keeps its cost in whole micros, and the source of the figure', () => {
    const cost = { amount: 0.000122, currency: 'USD', source: CostSource.ESTIMATE };
    const result = resultOf('gpt', { kind: EndKind.COMPLETED, totalMs: 1, cost }, 'x');
    expect(result).toMatchObject({ costMicros: 122, costSource: 'estimate' });
  });

  it.each([EndKind.FAILED, EndKind.INTERRUPTED])('keeps the error out of the response (%s)', (kind) => {
    const error = { code: 'timeout_gap', sentence: 'It fell silent.', retryable: true };
    expect(resultOf('gpt', { kind, totalMs: 9, error }, 'Half')).toMatchObject({
      isSuccess: false,
      response: 'Half',
      error: 'It fell silent.',
    });
  });

  it('is undefined for a cancelled call', () => {
    expect(resultOf('gpt', { kind: EndKind.CANCELLED, totalMs: 9 }, '')).toBeUndefined();
  });

  it('hides errors whose sentence is not written for users', () => {
    expect(refused('gpt', new Error('secret'), 1).error).toBe('The service could not be asked.');
    expect(refused('gpt', new AppError('not_found', 'x', 'There is no such service.'), 1).error).toBe(
      'There is no such service.',
    );
  });
});

describe('a run', () => {
  const failed = (error: string) => ({ isSuccess: false, error });
  it('is completed when one service answered', () => {
    expect(endOf([failed('no'), { isSuccess: true, error: null }])).toEqual({
      status: 'completed',
      errorMessage: null,
    });
  });

  it('is failed when no service did, and says why', () => {
    expect(endOf([failed('no'), failed('no')])).toEqual({ status: 'failed', errorMessage: 'no' });
    expect(endOf([failed('no'), failed('never')]).errorMessage).toBe('None of the AI services answered.');
    expect(endOf([]).status).toBe('failed');
  });
});
