import { hasOtherNumber } from './numbers.rules.js';
import { isRefusal } from './refusals.rules.js';
import type { Outcome, ReadCell, Reading, WatchAnswer, WatchState } from './watch.entity.js';

/** What one answer said: of each thing by its key, and with which passage. */
export interface Observation {
  answer: WatchAnswer;
  outcomes: Record<string, Outcome>;
  cells: Record<string, ReadCell>;
}

export const claimKey = (id: number) => `claim:${id}`;
export const sourceKey = (host: string) => `source:${host}`;
export const errorKey = 'error';
export const refusedKey = 'refused';

export const idOf = ({ aiService, number }: Pick<WatchAnswer, 'aiService' | 'number'>) => `${aiService} ${number}`;

/** Whether an answer says anything that could be read. */
export const isReadable = ({ isSuccess, text }: WatchAnswer) => isSuccess && text.trim() !== '' && !isRefusal(text);

/** A claim that is said with another number is contradicted, whatever the extractor says. */
function outcomeOf(claim: string, { outcome, quote }: ReadCell): Outcome | undefined {
  return outcome === 's' && quote !== undefined && hasOtherNumber(claim, quote) ? 'c' : outcome;
}

/** Adds the further claims of a reading to those that are known; answers their ids in the order of the reading. */
export function claimIdsOf(reading: Reading, state: WatchState): number[] {
  return reading.claims.map(({ text }, index) => {
    const known = state.claims[index];
    if (known) return known.id;
    state.lastId += 1;
    state.claims.push({ id: state.lastId, text });
    return state.lastId;
  });
}

/** What an answer said; `place`: where its text is among those of the reading. Nothing is said of an unproven claim. */
export function observe(
  answer: WatchAnswer,
  reading: Reading | undefined,
  ids: readonly number[],
  place: number,
): Observation {
  const readable = isReadable(answer);
  const outcomes: Record<string, Outcome> = { [errorKey]: answer.isSuccess ? '-' : 's' };
  const cells: Record<string, ReadCell> = {};
  if (answer.isSuccess) outcomes[refusedKey] = isRefusal(answer.text) ? 's' : '-';
  if (readable) for (const host of answer.sources) outcomes[sourceKey(host)] = 's';
  if (!readable || !reading || place === -1) return { answer, outcomes, cells };
  reading.claims.forEach(({ text, cells: all }, index) => {
    const cell = all[place];
    const id = ids[index];
    if (!cell || id === undefined) return;
    const outcome = outcomeOf(text, cell);
    if (outcome === undefined) return;
    outcomes[claimKey(id)] = outcome;
    cells[claimKey(id)] = cell;
  });
  return { answer, outcomes, cells };
}

/** Whether two passages are of one place of a text. */
export function overlap(one: ReadCell | undefined, other: ReadCell | undefined): boolean {
  if (one?.start === undefined || one.end === undefined || other?.start === undefined || other.end === undefined)
    return false;
  return one.start < other.end && other.start < one.end;
}
