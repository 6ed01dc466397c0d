import { describe, expect, it } from '@jest/globals';
import { p50, p95, quantile } from './quantile.rules.js';

describe('quantiles', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  it('are taken from the numbers themselves, in whatever order they came', () => {
    expect(p50(hundred)).toBe(50);
    expect(p95(hundred)).toBe(95);
    expect(quantile(hundred, 1)).toBe(100);
    expect(p95([7])).toBe(7);
  });

  it('of nothing are not a number, so that a broken run shows', () => {
    expect(p50([])).toBeNaN();
  });
});
