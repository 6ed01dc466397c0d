import { expect, test } from '@jest/globals';
import { percentile, said, slowerThanPromised } from './neighbour.rules.js';

const served = (...times: number[]) => ({ times, faults: [] });

test('p95 is the value that five of a hundred exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => at + 1);
  expect(percentile(hundred, 95)).toBe(95);
  expect(percentile([7], 95)).toBe(7);
});

test('a neighbour who is served much later, wrongly or not at all is a broken promise', () => {
  expect(slowerThanPromised('x', served(10), served(400))).toEqual([]);
  expect(slowerThanPromised('x', served(10), served(501))).toEqual(['x: p95 10 → 501 ms (50.1 times)']);
  expect(slowerThanPromised('x', served(100), served(1_900))).toEqual([]);
  expect(slowerThanPromised('x', served(10), served())).toHaveLength(1);
  expect(slowerThanPromised('x', served(10), { times: [1], faults: ['503'] })).toEqual(['x: 503']);
  expect(said(served(10), served(26))).toBe('p95 10 → 26 ms (2.6 times)');
});
