import { grouped, type Execution, type SavedQueryDetails } from '@polylogue/api-contract';
import { plainText, wholePlainText } from '@polylogue/web-kit/chat';

export { formatCost } from '../cost/format-cost.js';

/** Characters of a response that one reads at first. */
export const shownCharacters = 500;

export interface CutResponse {
  shown: string;
  /** Characters that one would read more. */
  more: number;
}

/** However much markup stands in a response, no more of it is looked at. */
const maxLooked = 4_000;

/** Cut where 500 characters are shown: marks and addresses are not. Never inside a character of two units. */
export function cutResponse(text: string): CutResponse {
  const characters = [...text];
  const beginning = (length: number) => characters.slice(0, length).join('');
  const isShort = (length: number) => countOf(plainText(beginning(length))) <= shownCharacters;
  let [fits, over] = [Math.min(shownCharacters, characters.length), Math.min(maxLooked, characters.length) + 1];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (isShort(middle)) fits = middle;
    else over = middle;
  }
  const shown = beginning(fits);
  if (fits === characters.length) return { shown, more: 0 };
  const more = countOf(wholePlainText(text)) - countOf(plainText(shown));
  // Of what is all marks, the marks are counted.
  return { shown, more: more > 0 ? more : characters.length - fits };
}

const countOf = (text: string): number => [...text].length;

export const milliseconds = (value: number) => `${grouped(Math.round(value))} ms`;

/** Of the runs of its query; the version before says none, and counts over all. */
export const numberOf = ({ id, number = id }: Pick<Execution, 'id' | 'number'>) => number;

/** The numbers of executions, by their ids. */
export const numbersOf = (executions: readonly Execution[]): ReadonlyMap<number, number> =>
  new Map(executions.map((each) => [each.id, numberOf(each)]));

/** A query with its newest executions as they were read last, and those behind them that were loaded. */
export interface QueryResults extends SavedQueryDetails {
  earlier: Execution[];
}

/** All that are loaded, newest first. */
export const loadedOf = ({ executions, earlier }: Pick<QueryResults, 'executions' | 'earlier'>) => [
  ...executions,
  ...earlier,
];

/**
 * What stays behind the executions that were just read, where earlier ones were loaded. None where the two do not meet, as more
 * came than a page holds, or are numbered otherwise, as the oldest were removed: they are loaded anew.
 */
export function stillBehind(read: readonly Execution[], shown: QueryResults | undefined): Execution[] {
  if (!shown || shown.earlier.length === 0) return [];
  const loaded = loadedOf(shown);
  const newest = loaded[0]!;
  if (!read.some(({ id, number }) => id === newest.id && number === newest.number)) return [];
  return loaded.filter(({ id }) => id < read.at(-1)!.id);
}

/** The earlier execution in which the service answered last before this one. */
export function previousResponse(executions: readonly Execution[], executionId: number, aiService: string) {
  for (const execution of executions) {
    if (execution.id >= executionId) continue;
    const result = execution.results.find((each) => each.aiService.name === aiService && !each.error);
    if (result) return { number: numberOf(execution), response: result.response };
  }
  return undefined;
}

/** Response times of the services in the executions, oldest first; only of answers. */
export function responseTimes(executions: readonly Execution[]): Map<string, { id: number; ms: number }[]> {
  const times = new Map<string, { id: number; ms: number }[]>();
  for (const execution of [...executions].reverse()) {
    const id = numberOf(execution);
    for (const { aiService, responseTime, error } of execution.results) {
      if (error) continue;
      times.set(aiService.name, [...(times.get(aiService.name) ?? []), { id, ms: responseTime }]);
    }
  }
  return times;
}

/** The points of a sparkline in a box from nothing to `max`, left to right; a single one stands in the middle. */
export function sparkline(values: readonly number[], { width, height, max }: Box): { x: number; y: number }[] {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values.map((value, index) => ({
    x: values.length > 1 ? index * step : width / 2,
    y: height - (value / max) * height,
  }));
}

interface Box {
  width: number;
  height: number;
  /** What the top of the box stands for; the same for all that are compared. */
  max: number;
}
