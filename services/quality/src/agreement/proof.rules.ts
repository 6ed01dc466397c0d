import type { Cell, Claim } from './agreement-map.entity.js';
import type { Extraction, Requoting } from './extraction-answer.rules.js';

type Said = Pick<Requoting['quotes'][number], 'stance' | 'quote'>;

/** Finds a quote in the reply of a label; undefined when it is not there. */
export type FindQuote = (label: string, quote: string) => Cell['quote'];

/** A cell that an extractor gave a side, but no quote that is in the reply. */
export interface Unproven {
  /** From 1, in the order of the extractor. */
  claim: number;
  label: string;
}

/** The claims with a cell for each label, in the order of the labels. A reply that is not mentioned is silent. */
export function proveClaims({ claims }: Extraction, labels: readonly string[], find: FindQuote): Claim[] {
  return claims.map(({ claim, replies }) => {
    const byLabel = new Map(replies.map((each) => [each.reply, each]));
    return { text: claim, cells: labels.map((label) => proveCell(label, byLabel.get(label), find)) };
  });
}

export const unprovenIn = (claims: readonly Claim[], labels: readonly string[]): Unproven[] =>
  claims.flatMap(({ cells }, index) =>
    cells.flatMap(({ stance }, place) =>
      stance === 'unproven' ? { claim: index + 1, label: labels[place] ?? '' } : [],
    ),
  );

/** The claims with what was answered about unproven cells. Proven ones stay: nothing new is said of them. */
export function withRequoted(
  claims: readonly Claim[],
  { quotes }: Requoting,
  labels: readonly string[],
  find: FindQuote,
): Claim[] {
  const answered = new Map(quotes.map((each) => [`${each.claim} ${each.reply}`, each]));
  return claims.map(({ text, cells }, index) => ({
    text,
    cells: cells.map((cell, place) => {
      const label = labels[place] ?? '';
      const again = cell.stance === 'unproven' ? answered.get(`${index + 1} ${label}`) : undefined;
      return again ? proveCell(label, again, find) : cell;
    }),
  }));
}

function proveCell(label: string, said: Said | undefined, find: FindQuote): Cell {
  if (!said || said.stance === 'silent') return { stance: 'silent' };
  const quote = find(label, said.quote ?? '');
  return quote ? { stance: said.stance, quote } : { stance: 'unproven' };
}
