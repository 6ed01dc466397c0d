import { groupBy } from '@polylogue/service-kit';
import { ghostGames, ratingsIn, strengthsOf, type Wins } from './bradley-terry.rules.js';
import { pairingsOf, slotOf, type Pairings } from './pairings.rules.js';
import { scatterInterval, type Interval } from './intervals.rules.js';
import { gammaOf, randomOf } from './random.rules.js';
import { finished, type Steps } from './steps.js';

/** One vote: who was compared, and who of them is best; nobody, where all are bad. Each by a number from 0. */
export interface Ballot {
  contestants: readonly number[];
  best: readonly number[];
  /** On which round, by a number: what several people say of one round stays together. Undefined: on one of its own. */
  round?: number | undefined;
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
  /** How many have no rating because {@link maxRated} others were in more votes. */
  leftOut: number;
}

/** Below so many rounds on which a vote says which reply is better nothing is said of a service. */
export const minVotes = 10;
/** Of more contestants those in most votes are rated: pairs, and with them the work, grow with the square of their number. */
export const maxRated = 200;
const resamples = { max: 1_000, min: 200 };

/** From more than fifty contestants on an interval comes of fewer resamples, so that no fit takes a core for minutes. */
const timesFor = (count: number): number =>
  Math.max(resamples.min, Math.min(resamples.max, Math.floor(50_000 / Math.max(1, count))));

/** The votes on one round; rounds with the same votes count as one with a weight: there are far fewer of those. */
interface Pattern {
  /** Winner, loser and how much of a win it is, one after the other. */
  wins: readonly (readonly [winner: number, loser: number, share: number])[];
}

/**
 * Ratings of `count` contestants, with intervals by the Bayesian bootstrap (D. B. Rubin, Annals of Statistics 9, 1981): each round
 * is given a random weight instead of being drawn or not, which keeps intervals honest where somebody won only once or twice.
 * What one vote says of several pairs stays together, as does what several people say of one round: they read the same replies. And the games of the regularisation are drawn too, so that a handful of
 * votes that all say the same do not make a figure that looks certain. The same votes and seed give the same figures.
 */
export function* fitInSteps(votes: readonly Ballot[], count: number, seed = 1): Steps<FitOfVotes> {
  const voteCounts = votesByContestant(votes, count);
  const kept = topVoted(voteCounts);
  yield;
  const isWhole = kept.length === count;
  const among = isWhole ? votes : votesAmong(votes, kept, count);
  const fit = yield* fitted(among, isWhole ? voteCounts : votesByContestant(among, kept.length), seed);
  if (isWhole) return { ...fit, leftOut: 0 };
  const spread = <T>(found: readonly (T | undefined)[]): (T | undefined)[] => {
    const all: (T | undefined)[] = voteCounts.map(() => undefined);
    for (const [at, i] of kept.entries()) all[i] = found[at];
    return all;
  };
  const leftOut = voteCounts.filter((each) => each >= minVotes).length - fit.ratings.filter(Boolean).length;
  return { ratings: spread(fit.ratings), ranks: spread(fit.ranks), leftOut };
}

/** All of it at once. */
export const fitVotes = (votes: readonly Ballot[], count: number, seed = 1): FitOfVotes =>
  finished(fitInSteps(votes, count, seed));

type Fit = Omit<FitOfVotes, 'leftOut'>;

function* fitted(votes: readonly Ballot[], voteCounts: readonly number[], seed: number): Steps<Fit> {
  const ratings: (Rating | undefined)[] = voteCounts.map(() => undefined);
  const rated = voteCounts.flatMap((each, i) => (each < minVotes ? [] : [i]));
  // Who is alone has nobody to be better than: the middle of one is itself, with an interval of nothing.
  if (rated.length < 2) return { ratings, ranks: voteCounts.map(() => undefined) };
  const { patterns, counts } = patternsOf(votes);
  yield;
  const pairings = pairingsOf(
    voteCounts.length,
    patterns.flatMap(({ wins }) => wins),
  );
  const indexedPatterns = patterns.map((pattern) => indexed(pairings, pattern));
  yield;
  const strengths = yield* strengthsOf(pairings, winsOf(indexedPatterns, counts, pairings));
  const samples = yield* resampled(indexedPatterns, counts, { pairings, strengths, rated }, randomOf(seed));
  const centred = ratingsIn(strengths, rated);
  for (const [at, i] of rated.entries()) {
    ratings[i] = { rating: centred[i]!, interval: scatterInterval(centred[i]!, samples[at]!) };
  }
  return { ratings, ranks: ranksOf(ratings) };
}

/** Those in most votes that say something, in their order. */
function topVoted(voteCounts: readonly number[]): number[] {
  const all = voteCounts.map((_each, i) => i);
  if (all.length <= maxRated) return all;
  return all
    .sort((one, other) => voteCounts[other]! - voteCounts[one]! || one - other)
    .slice(0, maxRated)
    .sort((one, other) => one - other);
}

/** What votes say of some of their contestants, by new numbers. A vote for another as the best says nothing of these. */
function votesAmong(votes: readonly Ballot[], kept: readonly number[], count: number): Ballot[] {
  const numbers = new Int32Array(count).fill(-1);
  for (const [number, i] of kept.entries()) numbers[i] = number;
  const among = (of: readonly number[]) => of.map((i) => numbers[i]!).filter((number) => number >= 0);
  return votes
    .map(({ contestants, best, round }) => ({ contestants: among(contestants), best: among(best), round }))
    .filter(({ contestants, best }) => contestants.length > 1 && best.length > 0);
}

/** The votes on each round. */
function roundsOf(votes: readonly Ballot[]): Ballot[][] {
  let alone = 0;
  return [...groupBy(votes, ({ round }) => (round === undefined ? `alone ${alone++}` : String(round))).values()];
}

/** On how many rounds a vote says of each whether it is better than another: one on one alone, as between versions of it, does not. */
function votesByContestant(votes: readonly Ballot[], count: number): number[] {
  const voteCounts = Array.from({ length: count }, () => 0);
  for (const round of roundsOf(votes)) {
    const decisive = round.filter(({ contestants, best }) => best.length > 0 && new Set(contestants).size > 1);
    for (const each of new Set(decisive.flatMap(({ contestants }) => contestants))) voteCounts[each]! += 1;
  }
  return voteCounts;
}

function patternsOf(votes: readonly Ballot[]): { patterns: Pattern[]; counts: Float64Array } {
  const known = new Map<string, { pattern: Pattern; count: number }>();
  for (const round of roundsOf(votes)) {
    const key = round
      .map(({ contestants, best }) => `${contestants.join()};${best.join()}`)
      .sort()
      .join('|');
    const same = known.get(key) ?? { pattern: { wins: round.flatMap(winsIn) }, count: 0 };
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

/** The wins of a pattern by the slots they stand in. */
interface IndexedPattern {
  slots: Int32Array;
  shares: Float64Array;
}

const indexed = (pairings: Pairings, { wins }: Pattern): IndexedPattern => ({
  slots: Int32Array.from(wins, ([winner, loser]) => slotOf(pairings, winner, loser)),
  shares: Float64Array.from(wins, ([, , share]) => share),
});

function winsOf(indexedPatterns: readonly IndexedPattern[], weights: Float64Array, { others }: Pairings): Wins {
  const wins = new Float64Array(others.length);
  for (const [at, { slots, shares }] of indexedPatterns.entries()) {
    const weight = weights[at]!;
    if (weight > 0) for (let win = 0; win < slots.length; win++) wins[slots[win]!]! += weight * shares[win]!;
  }
  return wins;
}

interface Fitted {
  pairings: Pairings;
  strengths: Float64Array;
  rated: readonly number[];
}

/** Of each that is rated its rating in every resample. */
function* resampled(
  indexedPatterns: readonly IndexedPattern[],
  counts: Float64Array,
  { pairings, strengths: start, rated }: Fitted,
  random: () => number,
): Steps<Float64Array[]> {
  const times = timesFor(start.length);
  const samples = rated.map(() => new Float64Array(times));
  const weights = new Float64Array(indexedPatterns.length);
  const ghostWins = new Float64Array(start.length);
  for (let time = 0; time < times; time++) {
    for (let at = 0; at < weights.length; at++) weights[at] = gammaOf(counts[at]!, random);
    for (let i = 0; i < start.length; i++) ghostWins[i] = ghostGames * Math.sin((Math.PI / 2) * random()) ** 2;
    const wins = winsOf(indexedPatterns, weights, pairings);
    const drawn = yield* strengthsOf(pairings, wins, { ghostWins, start, tolerance: 1e-5 });
    const ratings = ratingsIn(drawn, rated);
    for (const [at, i] of rated.entries()) samples[at]![time] = ratings[i]!;
    yield;
  }
  return samples;
}

/** A place only for whom no other's interval touches: among the others the votes do not decide. */
export function ranksOf(ratings: readonly (Rating | undefined)[]): (number | undefined)[] {
  const ranks: (number | undefined)[] = ratings.map(() => undefined);
  const byLow = ratings
    .flatMap((own, at) => (own ? [{ ...own, at }] : []))
    .sort((one, other) => one.interval.low - other.interval.low);
  let below = -Infinity;
  for (const [place, { interval, rating, at }] of byLow.entries()) {
    const above = byLow[place + 1]?.interval.low ?? Infinity;
    const isApart = byLow.length > 1 && interval.low > below && interval.high < above;
    if (isApart) ranks[at] = 1 + byLow.filter((other) => other.rating > rating).length;
    below = Math.max(below, interval.high);
  }
  return ranks;
}
