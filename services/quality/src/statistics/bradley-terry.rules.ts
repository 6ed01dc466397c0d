import type { Pairings } from './pairings.rules.js';
import type { Steps } from './steps.js';

/** Wins by the slots of pairings; half a win each for a tie. */
export type Wins = Float64Array;

/**
 * Games each contestant is taken to have played against one of strength 1, half of them won: the regularisation. Without it
 * who has won every comparison would be infinitely strong, and groups that were never compared would have no common scale.
 * It weighs as much as one comparison, so that a few dozen votes outweigh it.
 */
export const ghostGames = 1;

export interface FitOptions {
  /** How many of them each has won; by default half. */
  ghostWins?: Float64Array | undefined;
  games?: number | undefined;
  /** Where to begin: strengths that are nearly right save most of the work. */
  start?: Float64Array | undefined;
  /** How little logarithms may still move. */
  tolerance?: number | undefined;
}

const maxRounds = 2_000;
const minPositive = 1e-12;
const newtonSteps = 50;
const maxChange = 2;

/**
 * Strengths by the model of Bradley and Terry, in which i beats j with the chance s(i) / (s(i) + s(j)): maximum likelihood by
 * the MM algorithm (D. R. Hunter, "MM algorithms for generalized Bradley–Terry models", Annals of Statistics 32, 2004).
 * Yields after each round, so that whoever has it computed can do other work in between.
 */
export function* strengthsOf(pairings: Pairings, wins: Wins, options: FitOptions = {}): Steps<Float64Array> {
  const { games = ghostGames, ghostWins, start, tolerance = 1e-9 } = options;
  const { count } = pairings;
  const won = new Float64Array(count).map((_none, i) => {
    let sum = ghostWins?.[i] ?? games / 2;
    for (let slot = pairings.starts[i]!; slot < pairings.starts[i + 1]!; slot++) sum += wins[slot]!;
    return sum;
  });
  const played = wins.map((own, slot) => own + wins[pairings.reverse[slot]!]!);
  const strengths = start ? Float64Array.from(start) : new Float64Array(count).fill(1);
  for (let round = 0; round < maxRounds; round++) {
    const moved = improve(strengths, won, { pairings, played }, games);
    centre(strengths, pairings.groups, (group) => ghostWinsIn(group, games, ghostWins));
    if (moved <= tolerance) break;
    yield;
  }
  return strengths;
}

/** One step for each in turn; answers how far a logarithm moved at most. */
function improve(
  strengths: Float64Array,
  won: Float64Array,
  { pairings, played }: { pairings: Pairings; played: Float64Array },
  games: number,
): number {
  const { starts, others } = pairings;
  let moved = 0;
  for (let i = 0; i < strengths.length; i++) {
    const own = strengths[i]!;
    let expected = games / (own + 1);
    const end = starts[i + 1]!;
    for (let slot = starts[i]!; slot < end; slot++) expected += played[slot]! / (own + strengths[others[slot]!]!);
    if (expected === 0) continue;
    const next = Math.max(won[i]! / expected, minPositive);
    moved = Math.max(moved, Math.abs(Math.log(next / own)));
    strengths[i] = next;
  }
  return moved;
}

/**
 * Moves all together that are tied by comparisons. Of where they all stand the regularisation alone decides, and it weighs so
 * little beside the votes that the steps above would take thousands of rounds for it; this solves it for itself.
 */
function centre(strengths: Float64Array, groups: readonly Int32Array[], winsOf: (group: Int32Array) => number): void {
  for (const group of groups) {
    const factor = factorTo(strengths, group, winsOf(group));
    for (let at = 0; at < group.length; at++) {
      const i = group[at]!;
      strengths[i] = Math.max(strengths[i]! * factor, minPositive);
    }
  }
}

/** How often those of a group win, in all, if each plays once against one of strength 1. */
function ghostWinsIn(group: Int32Array, games: number, ghostWins: Float64Array | undefined): number {
  if (games === 0 || !ghostWins) return group.length / 2;
  let sum = 0;
  for (let at = 0; at < group.length; at++) sum += ghostWins[group[at]!]!;
  return sum / games;
}

/**
 * By what the strengths of some are to be multiplied for so many wins, if each of them plays once against one of strength 1.
 * Run thousands of times for one fit; iterators and callbacks would take most of it.
 */
function factorTo(strengths: Float64Array, some: ArrayLike<number>, wins: number): number {
  let factor = 1;
  for (let step = 0; step < newtonSteps; step++) {
    let [excess, slope] = [-wins, 0];
    for (let at = 0; at < some.length; at++) {
      const strength = strengths[some[at]!]! * factor;
      const share = strength / (strength + 1);
      excess += share;
      slope += share * (1 - share);
    }
    const change = Math.max(-maxChange, Math.min(maxChange, -excess / Math.max(slope, minPositive)));
    factor *= Math.exp(change);
    if (Math.abs(change) < 1e-10) break;
  }
  return factor;
}

/**
 * Ratings on a scale whose middle, 1,000, is the one who would win half of its comparisons with the field, which is made of
 * some of them. Unlike a mean it hardly moves with how weak the weakest is, of which few votes tell.
 */
export function ratingsIn(strengths: Float64Array, field: readonly number[]): Float64Array {
  const factor = factorTo(strengths, field, field.length / 2);
  return strengths.map((each) => ratingOf(each * factor));
}

/** A strength on the scale chess players know: 400 more are odds of ten to one. */
export const ratingOf = (strength: number): number => 1_000 + 400 * Math.log10(strength);
