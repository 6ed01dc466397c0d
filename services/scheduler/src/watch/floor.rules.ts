import type { Outcome, Track } from './watch.entity.js';

/** How much a service's answers wobble in one kind of thing, such as its claims. */
export interface Floor {
  /** Things that some of its answers say and others do not. */
  unsettled: number;
  /** Their share of all things. */
  share: number;
}

/** The chance of a row of answers by wobble alone below which it is a change. */
const chance = 1 / 64;
/** One answer is never enough. */
const minStreak = 2;
/** Answers that are remembered of each thing. */
const maxSeen = 16;

/** Further answers that one run may ask a service for. */
export const maxConfirmations = 2;

export function floorOf(tracks: readonly Track[]): Floor {
  const known = tracks.filter(({ seen }) => seen.length > 1);
  const unsettled = known.filter(({ seen }) => new Set(seen).size > 1).length;
  return { unsettled, share: known.length === 0 ? 0 : unsettled / known.length };
}

/** How many of the latest answers are alike. */
function streakOf(seen: string): number {
  const last = seen.at(-1);
  let count = 0;
  while (count < seen.length && seen[seen.length - 1 - count] === last) count += 1;
  return count;
}

/**
 * How many answers alike, the latest ones included, make a change; undefined while the latest says what was reported.
 * A service of whose answers so far the share r said something says it n times in a row by wobble alone with the chance
 * r to the n. Shares are estimated (half an answer is added to either side), and a service that wobbles in many things is
 * expected to wobble in the others.
 */
export function neededStreak({ seen, reported }: Track, floor: Floor): number | undefined {
  const last = seen.at(-1);
  if (last === undefined || last === reported) return undefined;
  const before = seen.slice(0, seen.length - streakOf(seen));
  const said = [...before].filter((outcome) => outcome === last).length;
  const share = Math.max((said + 0.5) / (before.length + 1), floor.share / 2);
  const allowed = chance / Math.max(1, floor.unsettled);
  return Math.max(minStreak, Math.ceil(Math.log(allowed) / Math.log(share) - 1e-9));
}

/** How many further answers like the latest would make it a change; 0: it is one. */
export function missingAnswers(track: Track, floor: Floor): number | undefined {
  const needed = neededStreak(track, floor);
  return needed === undefined ? undefined : Math.max(0, needed - streakOf(track.seen));
}

export const withSeen = (track: Track, outcomes: readonly Outcome[]): Track => ({
  ...track,
  seen: (track.seen + outcomes.join('')).slice(-maxSeen),
});

/** After a change: only the answers that made it are remembered, as what was before is over. */
export const asReported = ({ seen }: Track, quote: string | undefined): Track => ({
  seen: seen.slice(-streakOf(seen)),
  reported: seen.at(-1) as Outcome,
  quote,
});

/** What a row of first answers is taken to say: what most of them do. */
export function settled(outcomes: readonly Outcome[]): Outcome {
  const counted = (['s', 'c', '-'] as const).map((outcome) => ({
    outcome,
    count: outcomes.filter((each) => each === outcome).length,
  }));
  return counted.toSorted((one, other) => other.count - one.count)[0]!.outcome;
}

/** Times and costs of the latest answers. */
const maxFigures = 16;
const minFigures = 3;

export const withFigures = (figures: readonly number[], more: readonly number[]): number[] =>
  [...figures, ...more].slice(-maxFigures);

/** The most that a further answer may take before it is out of the learned range; undefined while too little is known. */
export function limitOf(figures: readonly number[], factor: number, above: number): number | undefined {
  return figures.length < minFigures ? undefined : Math.max(...figures) * factor + above;
}
