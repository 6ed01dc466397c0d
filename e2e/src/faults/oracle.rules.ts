import { besides, expectedOf, isSaid } from './expected.rules.js';
import type { Played } from './play.js';
import type { Seen } from './entry-point.js';

/** What is promised whatever a provider does, by its name. */
export const promises = {
  defined: 'Each cell comes to an end that can be read',
  time: 'It ends within the deadline of its service',
  told: 'The user is told what happened, in a sentence of ours',
  state: 'What is stored is at its end, with the right state',
  text: 'What is stored, and shown, is a beginning of what the provider sent',
  paid: 'The provider is called no more often than promised',
  closed: 'A second after the end, no line to the provider is open',
  beside: 'The healthy service of the same request is untouched',
  secret: 'No key, no stack and no words of a provider in place of a sentence; no redirect is followed',
} as const;
export type PromiseName = keyof typeof promises;

/** A promise that a cell broke, and how. */
export interface Broken {
  promise: PromiseName;
  because: string;
}

/** What a cell broke. */
export function brokenIn(played: Played): Broken[] {
  const { seen, error = 'nothing is known of it' } = played;
  const found: Partial<Record<PromiseName, string | false>> = seen
    ? { ...brokenAsSeen(played, seen), ...brokenAtProvider(played) }
    : { defined: error, ...brokenAtProvider(played) };
  return Object.entries(found).flatMap(([promise, because]) =>
    because ? [{ promise: promise as PromiseName, because }] : [],
  );
}

function brokenAsSeen({ cell, calls, tookMs }: Played, seen: Seen) {
  const expected = expectedOf(cell);
  const stored = 'storedSentence' in seen ? seen.storedSentence : seen.sentence;
  const sent = calls.filter(({ isProbe }) => !isProbe).at(-1)?.sent ?? '';
  return {
    time: tookMs > expected.withinMs && `took ${Math.round(tookMs)} ms of ${expected.withinMs}`,
    told:
      (!isSaid(seen.sentence, expected.sentence, cell.service) && `said ${JSON.stringify(seen.sentence)}`) ||
      (seen.status !== expected.status && `answered ${seen.status} for ${expected.status}`) ||
      (stored !== seen.sentence && `stored ${JSON.stringify(stored)}`),
    state: seen.state !== expected.state && `is ${seen.state}, not ${expected.state}`,
    text: textFault(seen, sent),
    beside: besides.includes(cell.entry) && seen.beside !== 'completed' && `the other one is ${seen.beside}`,
  };
}

function textFault({ text, storedText, state }: Seen, sent: string): string | false {
  if (!sent.startsWith(storedText)) return 'stored what the provider did not send';
  if (state === 'completed' && storedText !== sent) return 'called complete what is not';
  if (state === 'interrupted' && storedText === '') return 'interrupted without a text';
  // A summary that broke off is answered as a failure; what came of it is kept.
  return text !== '' && text !== storedText && 'shows another text than it stored';
}

function brokenAtProvider({ cell, calls, isFollowed, isLeaked }: Played) {
  const { calls: promised } = expectedOf(cell);
  const made = calls.filter(({ isProbe }) => isProbe === (cell.entry === 'probe')).length;
  return {
    closed: calls.some(({ isOpen }) => isOpen) && 'the provider still answers',
    paid: made > promised && `${made} calls for ${promised}`,
    secret: (isLeaked && 'a key or a stack was answered') || (isFollowed && 'a redirect was followed'),
  };
}
