import { describe, expect, it } from '@jest/globals';
import { randomOf } from '../statistics/random.rules.js';
import { comparingOf, type ComparedPair } from './comparisons.rules.js';

const pair = (
  candidateFirst: ComparedPair['candidateFirst'],
  baselineFirst: ComparedPair['baselineFirst'],
  people: ComparedPair['people'] = null,
  judge = 'judge',
): ComparedPair => ({ judge, candidateFirst, baselineFirst, people });
const times = (count: number, made: ComparedPair) => Array.from({ length: count }, () => made);

describe('a judge that compares in both orders', () => {
  it('follows the order where it names the same place both times', () => {
    const [found] = comparingOf([
      ...times(3, pair('candidate', 'baseline')),
      ...times(1, pair('baseline', 'candidate')),
      ...times(2, pair('candidate', 'tie')),
      ...times(10, pair('baseline', 'baseline')),
      ...times(4, pair('tie', 'tie')),
    ]);
    expect(found).toMatchObject({ pairs: 20, first: 3, last: 1, wavering: 2, follows: { share: 0.2 } });
    // 4 of 20 by Wilson's score.
    expect(found!.follows!.interval.low).toBeCloseTo(0.0807, 3);
    expect(found!.follows!.interval.high).toBeCloseTo(0.416, 3);
  });

  it('has no figure by fewer than ten pairs, and is in a row of its own', () => {
    const found = comparingOf([
      ...times(9, pair('candidate', 'baseline', 'candidate', 'few')),
      ...times(10, pair('tie', 'tie', null, 'many')),
    ]);
    expect(found.map(({ judge, pairs }) => [judge, pairs])).toEqual([
      ['many', 10],
      ['few', 9],
    ]);
    expect(found[0]!.follows!.share).toBe(0);
    expect(found[1]).toMatchObject({ follows: undefined, people: 9, agreement: undefined });
  });

  it('agrees with people by its verdict of both orders, where they did not find both bad', () => {
    const [found] = comparingOf([
      ...times(6, pair('candidate', 'candidate', 'candidate')),
      ...times(6, pair('baseline', 'baseline', 'baseline')),
      ...times(2, pair('candidate', 'baseline', 'tie')),
      ...times(5, pair('candidate', 'candidate', 'both_bad')),
    ]);
    expect(found).toMatchObject({ pairs: 19, people: 14 });
    expect(found!.agreement!.kappa).toBeCloseTo(1, 9);
  });

  it('is within its interval in at least 93 of 100 simulations, also where it likes a place', () => {
    for (const liking of [0, 0.15, 0.6]) {
      const covered = Array.from({ length: 200 }, (_none, seed) => {
        const random = randomOf(seed + 1);
        const pairs = Array.from({ length: 80 }, () => {
          if (random() < liking) return random() < 0.8 ? pair('candidate', 'baseline') : pair('baseline', 'candidate');
          return random() < 0.5 ? pair('candidate', 'candidate') : pair('baseline', 'baseline');
        });
        const { low, high } = comparingOf(pairs)[0]!.follows!.interval;
        return low <= liking && liking <= high;
      });
      expect(covered.filter(Boolean).length / covered.length).toBeGreaterThanOrEqual(0.93);
    }
  });
});
