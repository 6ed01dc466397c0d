import { describe, expect, it } from '@jest/globals';
import { shuffled } from './shuffle.rules.js';

describe('the order of a blind round', () => {
  it('reaches every order exactly once over all draws', () => {
    const orders = new Set<string>();
    for (const first of [0, 1, 2])
      for (const second of [0, 1]) {
        const draws = [first, second, 0];
        orders.add(shuffled(['a', 'b', 'c'], () => draws.shift()!).join(''));
      }
    expect([...orders].toSorted()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
  });

  it('draws among those that are left', () => {
    const limits: number[] = [];
    shuffled(['a', 'b', 'c', 'd'], (limit) => (limits.push(limit), 0));
    expect(limits).toEqual([4, 3, 2, 1]);
  });
});
