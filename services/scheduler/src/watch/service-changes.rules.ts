import { groupBy } from '@polylogue/service-kit';
import { beginningOf } from '../texts/stored-text.rules.js';
import {
  asReported,
  changedTo,
  floorOf,
  limitOf,
  missingAnswers,
  settled,
  withFigures,
  withSeen,
  type Floor,
} from './floor.rules.js';
import { claimKey, errorKey, overlap, refusedKey, type Observation } from './observations.rules.js';
import { figuresIn, hasOtherNumber } from './numbers.rules.js';
import { changeOf, claimChange, sentences } from './sentences.rules.js';
import type { Outcome, RunChange, ServiceState, Track } from './watch.entity.js';

type Claims = readonly { id: number; text: string }[];

/** What is out of the usual range: by this factor and this much above the most of the learned answers. */
const slower = { factor: 1.5, above: 2_000 };
const dearer = { factor: 1.3, above: 500 };

/** So much of an answer that refuses is shown. */
const maxShown = 400;

const groupOf = (key: string) => key.split(':')[0] ?? key;
const blank: Track = { seen: '', reported: '-' };

/** Hosts are seen or not: an answer that can be read and does not name one is silent about it. */
function outcomeIn({ outcomes }: Observation, key: string): Outcome | undefined {
  const isReadable = outcomes[errorKey] === '-' && outcomes[refusedKey] === '-';
  return outcomes[key] ?? (groupOf(key) === 'source' && isReadable ? '-' : undefined);
}

const seenIn = (observations: readonly Observation[], key: string): Outcome[] =>
  observations.flatMap((each) => outcomeIn(each, key) ?? []);

const keysOf = (state: ServiceState, observations: readonly Observation[]) => [
  ...new Set([...Object.keys(state.tracks), ...observations.flatMap(({ outcomes }) => Object.keys(outcomes))]),
];

/** The passage of the latest answer that says this. */
const quoteOf = (observations: readonly Observation[], key: string, outcome: Outcome) =>
  observations.findLast(({ outcomes, cells }) => outcomes[key] === outcome && cells[key]?.quote !== undefined)?.cells[
    key
  ]?.quote;

const timesOf = (observations: readonly Observation[]) =>
  observations.flatMap(({ answer }) => (answer.isSuccess ? answer.responseTimeMs : []));
const costsOf = (observations: readonly Observation[]) =>
  observations.flatMap(({ answer }) => (answer.isSuccess && answer.costMicros !== null ? answer.costMicros : []));

/** What the first answers of a service teach. */
export function learn(observations: readonly Observation[]): ServiceState {
  const state: ServiceState = { tracks: {}, times: timesOf(observations), costs: costsOf(observations) };
  for (const key of keysOf(state, observations)) {
    const outcomes = seenIn(observations, key);
    if (outcomes.length === 0) continue;
    const reported = settled(outcomes);
    state.tracks[key] = { seen: outcomes.join(''), reported, quote: quoteOf(observations, key, reported) };
  }
  return state;
}

/** How much each kind of thing wobbles, as known before a run. */
function floorsOf({ tracks }: ServiceState): (key: string) => Floor {
  const groups = groupBy(Object.entries(tracks), ([key]) => groupOf(key));
  const floors = new Map([...groups].map(([group, all]) => [group, floorOf(all.map(([, track]) => track))]));
  return (key) => floors.get(groupOf(key)) ?? floorOf([]);
}

/** A thing that no answer before was asked for: as silent as those of the state that could have said it. */
const unseen = (state: ServiceState, key: string): Track =>
  groupOf(key) === 'source' ? { seen: '-'.repeat(Math.min(3, state.times.length)), reported: '-' } : blank;

/**
 * What is known of a thing before a run. A claim that is new to all and contradicted by a service is no news of that service: it
 * says what it said before.
 */
function trackBefore({ state, earlier, observations }: ServiceRun, key: string): Track {
  const known = state.tracks[key];
  if (known) return known;
  const read = earlier[key] ?? [];
  if (read.length > 0) return { seen: read.join(''), reported: settled(read) };
  const [first] = seenIn(observations, key);
  return groupOf(key) === 'claim' && first === 'c' ? { seen: '', reported: 'c' } : unseen(state, key);
}

/** Claims of an answer of which it is not known whether earlier answers made them. */
export const unreadIn = (state: ServiceState, { outcomes }: Observation): string[] =>
  Object.entries(outcomes).flatMap(([key, outcome]) =>
    groupOf(key) === 'claim' && outcome === 's' && !state.tracks[key] ? key : [],
  );

/**
 * Whether one more answer of this run may show a change that is not certain yet; `left`: further answers the run may still ask
 * for. Of claims that were not looked for in `unreadEarlier` answers it is supposed that those did not make them.
 */
export function needsAnother(run: ServiceRun, left: number, unreadEarlier: number): boolean {
  const { state, observations } = run;
  if (left <= 0) return false;
  const floorFor = floorsOf(state);
  const supposed = Array.from({ length: unreadEarlier }, (): Outcome => '-');
  const isOpen = keysOf(state, observations).some((key) => {
    const outcomes = seenIn(observations, key);
    if (outcomes.length === 0) return false;
    const before = trackBefore(run, key);
    const isUnread = before.seen === '' && before.reported === '-';
    const missing = missingAnswers(withSeen(isUnread ? withSeen(before, supposed) : before, outcomes), floorFor(key));
    return missing !== undefined && missing > 0 && missing <= left;
  });
  const isOnlyOne = observations.length === 1;
  return isOpen || (isOnlyOne && observations.some((each) => isOutOfRange(state, each)));
}

function isOutOfRange(state: ServiceState, { answer }: Observation): boolean {
  if (!answer.isSuccess) return false;
  const time = limitOf(state.times, slower.factor, slower.above);
  const cost = limitOf(state.costs, dearer.factor, dearer.above);
  return (
    (time !== undefined && answer.responseTimeMs > time) ||
    (cost !== undefined && answer.costMicros !== null && answer.costMicros > cost)
  );
}

/** What is known of a service, what its answers of this run said, and what earlier ones said of claims that are new. */
export interface ServiceRun {
  aiService: string;
  state: ServiceState;
  /** The first answer, then the confirmations. */
  observations: readonly Observation[];
  earlier: Readonly<Record<string, readonly Outcome[]>>;
}

/** The changes of a service above its noise, with what is known of it afterwards. */
export function decide(run: ServiceRun, claims: Claims) {
  const { aiService, state, observations } = run;
  const floorFor = floorsOf(state);
  const after: ServiceState = { tracks: {}, times: state.times, costs: state.costs, scores: state.scores };
  const changed: { key: string; before: Track; after: Track }[] = [];
  for (const key of keysOf(state, observations)) {
    const outcomes = seenIn(observations, key);
    const before = trackBefore(run, key);
    const track = withSeen(before, outcomes);
    if (track.seen === '') continue;
    if (outcomes.length === 0 || missingAnswers(track, floorFor(key)) !== 0) {
      after.tracks[key] = track;
      continue;
    }
    const to = changedTo(track);
    const reported = asReported(track, to, quoteOf(observations, key, to));
    after.tracks[key] = reported;
    changed.push({ key, before, after: reported });
  }
  const changes = changed.flatMap(({ key, ...tracks }) =>
    changeOfTrack(aiService, key, tracks, claims, changed, observations),
  );
  return { state: after, changes: [...changes, ...figures(aiService, after, observations)], changed };
}

type Changed = readonly { key: string; before: Track; after: Track }[];

function changeOfTrack(
  aiService: string,
  key: string,
  { before, after }: { before: Track; after: Track },
  claims: Claims,
  changed: Changed,
  observations: readonly Observation[],
): RunChange[] {
  const isThere = after.reported === 's';
  if (key === errorKey) {
    const error = observations.findLast(({ answer }) => !answer.isSuccess)?.answer.error ?? 'It gave no reason.';
    return [
      isThere
        ? changeOf(aiService, 'error', sentences.error(error))
        : changeOf(aiService, 'answers_again', sentences.answers_again),
    ];
  }
  if (key === refusedKey) {
    const text = observations.at(-1)?.answer.text;
    const shown = text === undefined ? undefined : beginningOf(text, maxShown);
    return [
      isThere
        ? changeOf(aiService, 'refused', sentences.refused, undefined, shown)
        : changeOf(aiService, 'answers_again', sentences.answers_again),
    ];
  }
  if (groupOf(key) === 'source') {
    const host = key.slice('source:'.length);
    const kind = isThere ? 'source_new' : 'source_dropped';
    return [changeOf(aiService, kind, sentences[kind](host))];
  }
  const claim = claims.find(({ id }) => claimKey(id) === key);
  if (!claim || isSaidAlready(key, after, changed, observations)) return [];
  return [claimChange(aiService, claim.text, before, after, isOtherNumber(claim.text, before, after))];
}

/** A new claim in the place of one that is contradicted now is the same change, and said with it. */
function isSaidAlready(key: string, after: Track, changed: Changed, observations: readonly Observation[]): boolean {
  if (after.reported !== 's') return false;
  const contradicted = changed.filter((other) => other.key !== key && other.after.reported === 'c');
  return contradicted.some((other) => observations.some(({ cells }) => overlap(cells[key], cells[other.key])));
}

function isOtherNumber(claim: string, before: Track, after: Track): boolean {
  if (after.reported !== 'c' || after.quote === undefined) return false;
  if (hasOtherNumber(claim, after.quote)) return true;
  return figuresIn(before.quote ?? claim).length === 1 && hasOtherNumber(before.quote ?? claim, after.quote);
}

/** Slower and dearer: when every answer of the run is out of the learned range, which is then learned anew. */
function figures(aiService: string, state: ServiceState, observations: readonly Observation[]): RunChange[] {
  const changes: RunChange[] = [];
  const [times, costs] = [timesOf(observations), costsOf(observations)];
  const time = limitOf(state.times, slower.factor, slower.above);
  const cost = limitOf(state.costs, dearer.factor, dearer.above);
  const isAbove = (values: readonly number[], limit: number | undefined): limit is number =>
    limit !== undefined && values.length > 1 && values.every((value) => value > limit);
  const isSlower = isAbove(times, time);
  const isDearer = isAbove(costs, cost);
  if (isSlower) changes.push(changeOf(aiService, 'slower', sentences.slower(Math.min(...times), time)));
  if (isDearer) changes.push(changeOf(aiService, 'dearer', sentences.dearer(Math.min(...costs), cost)));
  state.times = isSlower ? [...times, ...times] : withFigures(state.times, times);
  state.costs = isDearer ? [...costs, ...costs] : withFigures(state.costs, costs);
  return changes;
}
