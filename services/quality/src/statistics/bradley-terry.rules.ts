/** Wins of each over each, row by row: `wins[i * count + j]` of i over j; half a win each for a tie. */
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
const least = 1e-12;
const newtonSteps = 50;
const maxChange = 2;

/**
 * Strengths by the model of Bradley and Terry, in which i beats j with the chance s(i) / (s(i) + s(j)): maximum likelihood by
 * the MM algorithm (D. R. Hunter, "MM algorithms for generalized Bradley–Terry models", Annals of Statistics 32, 2004).
 */
export function strengthsOf(wins: Wins, count: number, options: FitOptions = {}): Float64Array {
  const { games = ghostGames, ghostWins, start, tolerance = 1e-9 } = options;
  const won = new Float64Array(count);
  const played = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    won[i] = ghostWins?.[i] ?? games / 2;
    for (let j = 0; j < count; j++) {
      won[i]! += wins[i * count + j]!;
      played[i * count + j] = wins[i * count + j]! + wins[j * count + i]!;
    }
  }
  const strengths = start ? Float64Array.from(start) : new Float64Array(count).fill(1);
  const ghosts = ghostWins?.reduce((sum, each) => sum + each, 0) ?? (games / 2) * count;
  for (let round = 0; round < maxRounds; round++) {
    const moved = improve(strengths, won, played, games);
    centre(strengths, ghosts, games);
    if (moved <= tolerance) break;
  }
  return strengths;
}

/** One step for each in turn; answers how far a logarithm moved at most. */
function improve(strengths: Float64Array, won: Float64Array, played: Float64Array, games: number): number {
  const count = strengths.length;
  let moved = 0;
  for (let i = 0; i < count; i++) {
    const own = strengths[i]!;
    let expected = games / (own + 1);
    for (let j = 0; j < count; j++) expected += played[i * count + j]! / (own + strengths[j]!);
    if (expected === 0) continue;
    const next = Math.max(won[i]! / expected, least);
    moved = Math.max(moved, Math.abs(Math.log(next / own)));
    strengths[i] = next;
  }
  return moved;
}

/**
 * Moves all together. Of where they all stand the regularisation alone decides, and it weighs so little beside the votes that
 * the steps above would take thousands of rounds for it; this solves it for itself.
 */
function centre(strengths: Float64Array, ghostWins: number, games: number): void {
  const factor = games === 0 ? factorTo(strengths, strengths.length / 2) : factorTo(strengths, ghostWins / games);
  for (let i = 0; i < strengths.length; i++) strengths[i] = Math.max(strengths[i]! * factor, least);
}

/** By what strengths are to be multiplied for so many wins, if each plays once against one of strength 1. */
function factorTo(strengths: Float64Array, wins: number): number {
  let factor = 1;
  for (let step = 0; step < newtonSteps; step++) {
    let [excess, slope] = [-wins, 0];
    for (const each of strengths) {
      const share = (each * factor) / (each * factor + 1);
      excess += share;
      slope += share * (1 - share);
    }
    const change = Math.max(-maxChange, Math.min(maxChange, -excess / Math.max(slope, least)));
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
  const factor = factorTo(
    Float64Array.from(field, (i) => strengths[i]!),
    field.length / 2,
  );
  return strengths.map((each) => ratingOf(each * factor));
}

/** A strength on the scale chess players know: 400 more are odds of ten to one. */
export const ratingOf = (strength: number): number => 1_000 + 400 * Math.log10(strength);
