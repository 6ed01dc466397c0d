import { ghostGames, ratingsIn, strengthsOf, type Wins } from './bradley-terry.rules.js';
import { arePartedBy, percentileInterval, type Interval } from './intervals.rules.js';
import { gammaOf, randomOf } from './random.rules.js';

/** One vote: who was compared, and who of them is best; nobody, where all are bad. Each by a number from 0. */
export interface Ballot {
  contestants: readonly number[];
  best: readonly number[];
}

export interface Rating {
  rating: number;
  /** With 95 %. */
  interval: Interval;
}

export interface FitOfVotes {
  /** Of each; undefined of those that too few votes compared. */
  ratings: (Rating | undefined)[];
  /** The place of each whose interval parts from all others'. */
  ranks: (number | undefined)[];
}

/** Below so many votes that say which reply is better nothing is said of a service. */
export const minVotes = 10;
export const resamples = 1_000;

/** Votes that say the same count as one with a weight: there are far fewer of those. */
interface Pattern {
  /** Winner, loser and how much of a win it is, one after the other. */
  wins: readonly (readonly [winner: number, loser: number, share: number])[];
}

/**
 * Ratings of `count` contestants, with intervals by the Bayesian bootstrap (D. B. Rubin, Annals of Statistics 9, 1981): each vote
 * is given a random weight instead of being drawn or not, which keeps intervals honest where somebody won only once or twice.
 * What one vote says of several pairs stays together, and the games of the regularisation are drawn too, so that a handful of
 * votes that all say the same do not make a figure that looks certain. The same votes and seed give the same figures.
 */
export function fitVotes(votes: readonly Ballot[], count: number, seed = 1, times = resamples): FitOfVotes {
  const { patterns, counts } = patternsOf(votes);
  const fitted = strengthsOf(winsOf(patterns, counts, count), count);
  const said = saidOf(votes, count);
  const rated = said.flatMap((each, i) => (each < minVotes ? [] : [i]));
  const samples = resampled(patterns, counts, { fitted, rated }, randomOf(seed), times);
  const centred = ratingsIn(fitted, rated);
  const ratings = said.map((_each, i) => {
    if (!rated.includes(i)) return undefined;
    return { rating: centred[i]!, interval: percentileInterval(samples[i]!) };
  });
  return { ratings, ranks: ranksOf(ratings) };
}

/** How many votes say of each whether it is better than another. */
function saidOf(votes: readonly Ballot[], count: number): number[] {
  const said = Array.from({ length: count }, () => 0);
  for (const { contestants, best } of votes) {
    if (best.length > 0) for (const each of new Set(contestants)) said[each]! += 1;
  }
  return said;
}

function patternsOf(votes: readonly Ballot[]): { patterns: Pattern[]; counts: Float64Array } {
  const known = new Map<string, { pattern: Pattern; count: number }>();
  for (const { contestants, best } of votes) {
    const key = `${contestants.join()};${best.join()}`;
    const same = known.get(key) ?? { pattern: { wins: winsIn({ contestants, best }) }, count: 0 };
    same.count += 1;
    known.set(key, same);
  }
  const all = [...known.values()];
  return { patterns: all.map(({ pattern }) => pattern), counts: Float64Array.from(all, (each) => each.count) };
}

/** The best beat all others; those that tie have half a win each over one another. */
export function winsIn({ contestants, best }: Ballot): [winner: number, loser: number, share: number][] {
  const rest = contestants.filter((each) => !best.includes(each));
  const over = best.flatMap((winner) => rest.map((loser): [number, number, number] => [winner, loser, 1]));
  const tied = best.flatMap((one) =>
    best.filter((other) => other !== one).map((other): [number, number, number] => [one, other, 0.5]),
  );
  return [...over, ...tied];
}

function winsOf(patterns: readonly Pattern[], weights: Float64Array, count: number): Wins {
  const wins = new Float64Array(count * count);
  for (const [at, { wins: each }] of patterns.entries()) {
    const weight = weights[at]!;
    if (weight > 0) for (const [winner, loser, share] of each) wins[winner * count + loser]! += weight * share;
  }
  return wins;
}

function resampled(
  patterns: readonly Pattern[],
  counts: Float64Array,
  { fitted: start, rated }: { fitted: Float64Array; rated: readonly number[] },
  random: () => number,
  times: number,
): Float64Array[] {
  const count = start.length;
  const samples = Array.from({ length: count }, () => new Float64Array(times));
  const weights = new Float64Array(patterns.length);
  const ghostWins = new Float64Array(count);
  for (let time = 0; time < times; time++) {
    for (let at = 0; at < weights.length; at++) weights[at] = gammaOf(counts[at]!, random);
    for (let i = 0; i < count; i++) ghostWins[i] = ghostGames * Math.sin((Math.PI / 2) * random()) ** 2;
    const fitted = strengthsOf(winsOf(patterns, weights, count), count, { ghostWins, start, tolerance: 1e-5 });
    const ratings = ratingsIn(fitted, rated);
    for (const i of rated) samples[i]![time] = ratings[i]!;
  }
  return samples;
}

/** A place only for whom no other's interval touches: among the others the votes do not decide. */
export function ranksOf(ratings: readonly (Rating | undefined)[]): (number | undefined)[] {
  return ratings.map((own, at) => {
    if (!own) return undefined;
    const others = ratings.filter((other, i) => other !== undefined && i !== at) as Rating[];
    const isApart = others.length > 0 && others.every(({ interval }) => arePartedBy(own.interval, interval));
    return isApart ? 1 + others.filter(({ rating }) => rating > own.rating).length : undefined;
  });
}
