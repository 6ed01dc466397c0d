import { ratingsIn } from '../statistics/bradley-terry.rules.js';
import { wilsonInterval, type Interval } from '../statistics/intervals.rules.js';
import { fitVotes } from '../statistics/votes-fit.rules.js';
import { votesOf, type Field } from './simulated-votes.rules.js';

/** How often what was planted lies within its interval, and how far off the figures are. */
export interface Coverage {
  covered: number;
  of: number;
  /** In points of rating. */
  meanError: number;
  /** Contestants that got a rank, and those of them that got the right one. */
  ranked: number;
  rightly: number;
}

/** Makes votes again and again, and holds what comes of them against what was planted. */
export function coverageOf(field: Field, seeds: readonly number[]): Coverage {
  const contestants = field.strengths.map((_each, at) => at);
  const truth = [...ratingsIn(Float64Array.from(field.strengths), contestants)];
  const places = truth.map((own) => 1 + truth.filter((other) => other > own).length);
  const all = { covered: 0, of: 0, meanError: 0, ranked: 0, rightly: 0 };
  for (const seed of seeds) {
    const fit = fitVotes(votesOf(field, seed), truth.length, seed);
    for (const [at, rating] of fit.ratings.entries()) {
      if (!rating) continue;
      all.of += 1;
      all.covered += isWithin(truth[at]!, rating.interval) ? 1 : 0;
      all.meanError += Math.abs(rating.rating - truth[at]!);
      all.ranked += fit.ranks[at] === undefined ? 0 : 1;
      all.rightly += fit.ranks[at] === places[at] ? 1 : 0;
    }
  }
  return { ...all, meanError: all.meanError / Math.max(all.of, 1) };
}

const isWithin = (figure: number, { low, high }: Interval): boolean => low <= figure && figure <= high;

/** The share of wins of a candidate against itself, and how often one half lies within the interval of it. */
export function againstItself(votes: number, seeds: readonly number[]): { covered: number; of: number; share: number } {
  let [covered, won] = [0, 0];
  for (const seed of seeds) {
    const wins = votesOf({ strengths: [1, 1], votes, compared: 2, allBad: 0 }, seed).filter(
      ({ best }) => best[0] === 0,
    ).length;
    won += wins;
    covered += isWithin(0.5, wilsonInterval(wins, votes)!) ? 1 : 0;
  }
  return { covered, of: seeds.length, share: won / (votes * seeds.length) };
}
