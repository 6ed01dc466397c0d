import type { Backtest, PairChoice } from '@polylogue/api-contract';
import { counted } from '@polylogue/web-kit/estimate';
import { percent } from './backtests.rules.js';

export type People = NonNullable<Backtest['people']>;

/** What can be said of a pair, each with the key that says it. */
export const pairChoices: readonly { choice: PairChoice; name: string; key: string }[] = [
  { choice: 'first', name: 'Reply 1', key: '1' },
  { choice: 'second', name: 'Reply 2', key: '2' },
  { choice: 'tie', name: 'Tie', key: '3' },
  { choice: 'both_bad', name: 'Both bad', key: '4' },
];

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>;

/** What a key says; none that is held, or belongs to the browser. */
export function choiceOfKey({ key, ctrlKey, metaKey, altKey, repeat }: Pressed): PairChoice | undefined {
  if (ctrlKey || metaKey || altKey || repeat) return undefined;
  return pairChoices.find((each) => each.key === key)?.choice;
}

/** `Pair 3 of 20`. */
export const pairText = ({ pairs, compared }: Pick<People, 'pairs' | 'compared'>): string =>
  `Pair ${compared + 1} of ${pairs}`;

/** How far people are, or how far they came. */
export function comparedText({ pairs, compared, open }: People): string {
  if (pairs === 0) return open ? 'No pair can be compared yet.' : 'No pair was compared.';
  return `${compared} of ${counted(pairs, 'pair')} compared`;
}

/** On how many of the same pairs a judge says the same. */
export const sameText = ({ same, pairs }: People['agreements'][number]): string =>
  `${same} of ${pairs} (${percent(pairs === 0 ? 0 : same / pairs)})`;
