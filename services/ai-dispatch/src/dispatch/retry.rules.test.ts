import { describe, expect, it } from '@jest/globals';
import { waitBeforeRetry } from './retry.rules.js';

const middle = () => 0.5;

describe('the wait before a retry', () => {
  it.each([
    [1, undefined, 300],
    [2, undefined, 600],
    [3, undefined, undefined],
    [1, 2_000, 2_100],
    [2, 2_000, 2_100],
    [1, 20_000, 20_100],
    [1, 20_001, undefined],
    [3, 100, undefined],
    [1, 0, 100],
  ])('attempt %i, Retry-After %s ms: %s ms', (attempt, retryAfterMs, wait) => {
    expect(waitBeforeRetry(attempt, retryAfterMs, middle)).toBe(wait);
  });

  it('spreads those who failed together, and never comes before the vendor said', () => {
    const waits = [0, 0.25, 0.999].map((random) => waitBeforeRetry(1, undefined, () => random) ?? 0);
    expect(waits).toEqual([150, 225, 450]);
    expect(waitBeforeRetry(1, 5_000, () => 0)).toBeGreaterThanOrEqual(5_000);
  });
});
