import { describe, expect, it } from '@jest/globals';
import { randomOf } from './random.rules.js';
import { fitInSteps, fitVotes, maxRated, minVotes, ranksOf, winsIn, type Ballot } from './votes-fit.rules.js';

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

  it('of several people on one round are no more certain than that round', () => {
    const votes = votesOf([3, 1], 200, 5).map((vote, round) => ({ ...vote, round }));
    const five = votes.flatMap((vote) => Array.from({ length: 5 }, () => vote));
    const widthOf = (all: readonly Ballot[]) => {
      const { low, high } = fitVotes(all, 2).ratings[0]!.interval;
      return high - low;
    };
    expect(widthOf(five) / widthOf(votes)).toBeGreaterThan(0.9);
    const apart = five.map((vote, round) => ({ ...vote, round }));
    expect(widthOf(apart) / widthOf(votes)).toBeLessThan(0.6);
    // The figure itself hears all of them.
    const divided = votes.flatMap((vote) => [vote, vote, { ...vote, best: [1 - vote.best[0]!] }]);
    expect(fitVotes(divided, 2).ratings[0]!.rating).toBeLessThan(fitVotes(votes, 2).ratings[0]!.rating);
    const crowd = Array.from({ length: 5 * minVotes }, () => ({ contestants: [0, 1], best: [0], round: 1 }));
    expect(fitVotes(crowd, 2).ratings).toEqual([undefined, undefined]);
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
    expect(fitVotes(few, 2)).toEqual({
      ratings: [undefined, undefined],
      ranks: [undefined, undefined],
      leftOut: 0,
    });
    const bad = Array.from({ length: 50 }, () => ({ contestants: [0, 1], best: [] }));
    expect(fitVotes(bad, 2).ratings).toEqual([undefined, undefined]);
  });

  it('on versions of one service alone compare nobody, and one that is rated alone is not rated', () => {
    const alone = Array.from({ length: 20 }, () => ({ contestants: [0], best: [0] }));
    const some = Array.from({ length: 4 }, () => ({ contestants: [0, 1], best: [1] }));
    expect(fitVotes([...alone, ...some], 2).ratings).toEqual([undefined, undefined]);
    const others = Array.from({ length: 12 }, (_none, at) => ({ contestants: [0, 1 + at], best: [0] }));
    expect(fitVotes(others, 13).ratings[0]).toBeUndefined();
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

/** Votes on some of many, who are best by their number. */
function spreadVotes(count: number, votes: number, compared: number, seed: number): Ballot[] {
  const random = randomOf(seed);
  return Array.from({ length: votes }, () => {
    const contestants = [...new Set(Array.from({ length: compared }, () => Math.floor(random() ** 3 * count)))];
    const best = contestants.toSorted((one, other) => one - other)[random() < 0.7 ? 0 : contestants.length - 1]!;
    return { contestants, best: random() < 0.1 ? contestants.slice(0, 2) : [best] };
  });
}

/** Rating, and the ends of its interval by the resamples of the fit that kept every pair, met or not. */
const wholeFits: [count: number, votes: number, compared: number, found: [number, number, number][]][] = [
  [
    3,
    60,
    3,
    [
      [1114.6924, 1036.0107, 1193.3741],
      [853.2496, 736.5539, 969.9453],
      [1027.9642, 929.1734, 1126.7551],
    ],
  ],
  [
    12,
    150,
    3,
    [
      [1240.009, 1165.4515, 1314.5664],
      [1039.3054, 931.4937, 1147.117],
      [1043.7487, 934.0815, 1153.4159],
      [835.6994, 661.189, 1010.2098],
      [1032.4407, 888.9336, 1175.9479],
      [1078.2757, 865.7918, 1290.7595],
      [1126.734, 954.5988, 1298.8693],
      [1050.4465, 844.0674, 1256.8256],
      [737.8287, 472.3507, 1003.3067],
      [874.7127, 639.5487, 1109.8767],
      [898.5125, 661.5148, 1135.5103],
      [1022.1179, 784.8427, 1259.3932],
    ],
  ],
];

describe('a fit that keeps only the pairs that met', () => {
  it.each(wholeFits)('gives %i contestants what one gives that keeps all', (count, votes, compared, found) => {
    const { ratings, leftOut } = fitVotes(spreadVotes(count, votes, compared, count), count);
    expect(leftOut).toBe(0);
    for (const [i, figures] of found.entries()) {
      const { rating, interval } = ratings[i]!;
      for (const [at, own] of [rating, interval.low, interval.high].entries()) expect(own).toBeCloseTo(figures[at]!, 3);
    }
  });

  it('can be left after each small step, of thousands of versions too', () => {
    const steps = fitInSteps(spreadVotes(2_000, 3_000, 4, 11), 2_000);
    let taken = 0;
    while (taken < 200 && !steps.next().done) taken += 1;
    expect(taken).toBe(200);
  });

  it('rates those in most votes where there are very many, and says how many it leaves out', () => {
    const count = maxRated + 100;
    const duels = Array.from({ length: count / 2 }, (_none, at) => ({
      contestants: [2 * at, 2 * at + 1],
      best: [2 * at],
    }));
    const ballots = duels.flatMap((duel) => Array.from({ length: minVotes }, () => duel));
    const { ratings, leftOut } = fitVotes(ballots, count);
    expect([ratings.filter(Boolean).length, leftOut]).toEqual([maxRated, 100]);
    expect(ratings[0]!.rating).toBeGreaterThan(ratings[1]!.rating);
    expect(ratings[maxRated]).toBeUndefined();
  });
});

it('a rank needs another to be apart from', () => {
  expect(ranksOf([{ rating: 1_000, interval: { low: 900, high: 1_100 } }, undefined])).toEqual([undefined, undefined]);
});
