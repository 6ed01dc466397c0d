import { diffLines, diffWordsWithSpace } from 'diff';

export type CompareBy = 'words' | 'lines';

/** A piece of text both replies have, or only one. */
export interface Difference {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

export interface Differences {
  /** What was compared: long replies that differ much are compared by lines, whatever was requested. */
  readonly by: CompareBy;
  readonly parts: readonly Difference[];
  readonly added: number;
  readonly removed: number;
}

/** Milliseconds a comparison by words may take before lines have to do. */
const wordsTimeout = 1_500;

/** What `right` has that `left` has not, and the other way round. */
export function differencesOf(left: string, right: string, by: CompareBy): Differences {
  const words = by === 'words' ? diffWordsWithSpace(left, right, { timeout: wordsTimeout }) : undefined;
  const found = words ?? diffLines(ended(left), ended(right));
  const parts = found.map(({ added, removed, value }) => ({
    kind: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const),
    text: value,
  }));
  const how = words ? 'words' : 'lines';
  const count = (kind: Difference['kind']) =>
    parts.reduce((sum, part) => sum + (part.kind === kind ? sizeOf(part.text, how) : 0), 0);
  return { by: how, parts, added: count('added'), removed: count('removed') };
}

// Without it the last line differs from the same line with more after it.
const ended = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

function sizeOf(text: string, by: CompareBy): number {
  if (by === 'lines') return linesOf(text).length;
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

export const linesOf = (text: string): string[] => (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
