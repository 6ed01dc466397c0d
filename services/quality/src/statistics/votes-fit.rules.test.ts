import { describe, expect, it } from '@jest/globals';
import { randomOf } from './random.rules.js';
import { fitVotes, minVotes, ranksOf, winsIn, type Ballot } from './votes-fit.rules.js';

/** Votes on all of some contestants, who are best as often as they are strong. */
function votesOf(strengths: readonly number[], count: number, seed: number): Ballot[] {
  const random = randomOf(seed);
  const all = strengths.map((_each, at) => at);
  const total = strengths.reduce((sum, each) => sum + each, 0);
  return Array.from({ length: count }, () => {
    let left = random() * total;
    const best = all.find((at) => (left -= strengths[at]!) < 0) ?? 0;
    return { contestants: all, best: [best] };
  });
}

describe('votes', () => {
  it('are wins of the best over the others, halves among those that tie, and nothing where all are bad', () => {
    expect(winsIn({ contestants: [0, 1, 2], best: [1] })).toEqual([
      [1, 0, 1],
      [1, 2, 1],
    ]);
    expect(winsIn({ contestants: [0, 1, 2], best: [0, 2] })).toEqual([
      [0, 1, 1],
      [2, 1, 1],
      [0, 2, 0.5],
      [2, 0, 0.5],
    ]);
    expect(winsIn({ contestants: [0, 1], best: [] })).toEqual([]);
  });

  it('that are many part the strong from the weak, and rank them', () => {
    const { ratings, ranks } = fitVotes(votesOf([8, 2, 0.5], 600, 3), 3);
    expect(ranks).toEqual([1, 2, 3]);
    for (const each of ratings) {
      expect(each!.interval.low).toBeLessThan(each!.rating);
      expect(each!.interval.high).toBeGreaterThan(each!.rating);
    }
  });

  it('between equals rank nobody', () => {
    expect(fitVotes(votesOf([1, 1, 1], 200, 5), 3).ranks).toEqual([undefined, undefined, undefined]);
  });

  it('that are few say nothing, however unanimous', () => {
    const few = Array.from({ length: minVotes - 1 }, () => ({ contestants: [0, 1], best: [0] }));
    expect(fitVotes(few, 2)).toEqual({ ratings: [undefined, undefined], ranks: [undefined, undefined] });
    const bad = Array.from({ length: 50 }, () => ({ contestants: [0, 1], best: [] }));
    expect(fitVotes(bad, 2).ratings).toEqual([undefined, undefined]);
  });

  it('that all say the same have an interval all the same', () => {
    const unanimous = Array.from({ length: 12 }, () => ({ contestants: [0, 1], best: [0] }));
    const { interval } = fitVotes(unanimous, 2).ratings[0]!;
    expect(interval.high - interval.low).toBeGreaterThan(100);
  });

  it('give the same figures each time', () => {
    const votes = votesOf([3, 1], 60, 7);
    expect(fitVotes(votes, 2)).toEqual(fitVotes(votes, 2));
  });
});

it('a rank needs another to be apart from', () => {
  expect(ranksOf([{ rating: 1_000, interval: { low: 900, high: 1_100 } }, undefined])).toEqual([undefined, undefined]);
});
