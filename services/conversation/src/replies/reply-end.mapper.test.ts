import { describe, expect, it } from '@jest/globals';
import { CostSource, EndKind, type DispatchEnd } from '@polylogue/proto';
import { fromDispatchEnd } from './reply-end.mapper.js';

const end = (fields: Partial<DispatchEnd>): DispatchEnd => ({ kind: EndKind.COMPLETED, totalMs: 10, ...fields });
const error = { code: 'timeout_gap', sentence: 'It fell silent.', retryable: true };

describe('the end of a dispatch', () => {
  it('that completed brings times, usage, cost and stop reason', () => {
    const cost = { amount: 0.01, currency: 'USD', source: CostSource.ESTIMATE };
    const completed = end({ firstTokenMs: 3, usage: { inputTokens: 5, outputTokens: 7 }, cost, stopReason: 'length' });
    expect(fromDispatchEnd(completed, true)).toEqual({
      status: 'completed',
      responseTimeMs: 10,
      firstTokenMs: 3,
      usage: { inputTokens: 5, outputTokens: 7, totalTokens: undefined },
      cost: { amount: 0.01, currency: 'USD', source: 'estimate' },
      stopReason: 'length',
      error: undefined,
      errorCode: undefined,
    });
  });

  it.each([
    [EndKind.FAILED, false, 'failed'],
    [EndKind.FAILED, true, 'interrupted'],
    [EndKind.INTERRUPTED, true, 'interrupted'],
    [EndKind.INTERRUPTED, false, 'failed'],
  ])('%s with text %s is %s: what the user saw decides', (kind, hasText, status) => {
    expect(fromDispatchEnd(end({ kind, error }), hasText)).toMatchObject({
      status,
      errorCode: 'timeout_gap',
      error: 'It fell silent.',
    });
  });

  it.each([EndKind.CANCELLED, EndKind.UNSPECIFIED])('%s that was not requested here is no end', (kind) => {
    expect(fromDispatchEnd(end({ kind }), true)).toBeUndefined();
  });
});
