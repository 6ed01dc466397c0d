import type { Outcome, Track } from './watch.entity.js';

/** How much a service's answers wobble in one kind of thing, such as its claims. */
export interface Floor {
  /** The share of things that some answers say and others do not. */
  wobbling: number;
  /** How many things there are. */
  count: number;
}

/** How often a run of a service may be reported without a change: one in 250. */
const falseAlarms = 0.004;
/** Fewer things than this are judged like so many. */
const minThings = 10;
/** How often an answer that says something as always is read otherwise. */
const slips = 0.02;
/** One answer is never enough. */
const minStreak = 2;
const maxStreak = 12;
/** Answers that are remembered of each thing. */
const maxSeen = 16;
/** The prior, before anything is known: of five more things, one wobbles. */
const supposed = { wobbling: 1, count: 5 };
const rounds = 5;

/** Further answers that one run may ask a service for. */
export const maxConfirmations = 5;

/** Answers that said one outcome, and answers that said another. */
interface Counts {
  said: number;
  other: number;
}

const countsOf = (seen: string, outcome: string): Counts => {
  const said = [...seen].filter((each) => each === outcome).length;
  return { said, other: seen.length - said };
};

/**
 * How likely a thing is one of those that wobble, after what was seen of it. A steady thing is said always or never, but for
 * slips; of one that wobbles every share is as likely.
 */
function chanceToWobble({ said, other }: Counts, wobbling: number): number {
  const [many, few] = [Math.max(said, other), Math.min(said, other)];
  const steady = (1 - wobbling) * slips ** few * (1 - slips) ** many;
  const wobbles = wobbling * betaOf(said + 1, other + 1);
  return wobbles / (wobbles + steady);
}

/** The beta function of whole numbers. */
function betaOf(one: number, other: number): number {
  let value = 1 / other;
  for (let k = 1; k < one; k += 1) value *= k / (other + k);
  return value;
}

/** Learns how many things wobble, together with which do. */
export function floorOf(tracks: readonly Track[]): Floor {
  const known = tracks.filter(({ seen }) => seen.length > 1).map(({ seen }) => countsOf(seen, mostFrequent(seen)));
  const count = known.length;
  let wobbling = 0.2;
  for (let round = 0; round < rounds; round += 1) {
    const sum = known.reduce((total, counts) => total + chanceToWobble(counts, wobbling), 0);
    wobbling = (sum + supposed.wobbling) / (count + supposed.count);
  }
  return { wobbling, count };
}

const mostFrequent = (seen: string) => settled([...seen] as Outcome[]);

/** Where the latest answers begin that all differ from what was reported. */
function rowStart({ seen, reported }: Track): number {
  let start = seen.length;
  while (start > 0 && seen[start - 1] !== reported) start -= 1;
  return start;
}

/** The chance that so many answers alike come by wobble or slips alone. */
function noiseOf(before: Counts, streak: number, { wobbling }: Floor): number {
  const wobbles = chanceToWobble(before, wobbling);
  let row = 1;
  for (let index = 0; index < streak; index += 1)
    row *= (before.said + 1 + index) / (before.said + before.other + 2 + index);
  return wobbles * row + (1 - wobbles) * slips ** streak;
}

/** How many further answers that differ would make a change; 0: it is one. Undefined while the latest says what was reported. */
export function missingAnswers(track: Track, floor: Floor): number | undefined {
  const { seen, reported } = track;
  const start = rowStart(track);
  if (start === seen.length) return undefined;
  const said = [...seen.slice(0, start)].filter((each) => each !== reported).length;
  const allowed = falseAlarms / Math.max(minThings, floor.count);
  let needed = minStreak;
  while (needed < maxStreak && noiseOf({ said, other: start - said }, needed, floor) > allowed) needed += 1;
  return Math.max(0, needed - (seen.length - start));
}

export const withSeen = (track: Track, outcomes: readonly Outcome[]): Track => ({
  ...track,
  seen: (track.seen + outcomes.join('')).slice(-maxSeen),
});

/** What a change is to: what most of the answers say that differ. */
export const changedTo = (track: Track): Outcome => settled([...track.seen.slice(rowStart(track))] as Outcome[]);

/** After a change only the answers that made it are remembered, as what was before is over. */
export const asReported = (track: Track, reported: Outcome, quote: string | undefined): Track => ({
  seen: track.seen.slice(rowStart(track)),
  reported,
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
