import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** How many cells of a terminal a text takes: two for a Chinese character, none for an accent that stands on another. */
export const cellsOf = (text: string): number => stringWidth(text);

/**
 * Breaks a text into lines that each fit into so many cells: between words, and within one that is wider than a line.
 *
 * @example
 * wrap('one two three', 8) // ['one two', 'three']
 */
export const wrap = (text: string, width: number): string[] =>
  text.split('\n').flatMap((line) => wrapLine(line, width));

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  const add = (piece: string) => {
    if (current !== '' && cellsOf((current + piece).trimEnd()) > width) {
      lines.push(current.trimEnd());
      current = '';
    }
    current += piece;
  };
  // A word with the spaces behind it, which may stand beyond the end of its line.
  for (const word of line.match(/ *[^ ]* */g) ?? []) {
    if (cellsOf(word.trimEnd()) <= width) add(word);
    else for (const grapheme of graphemesOf(word, width)) add(grapheme);
  }
  return [...lines, current.trimEnd()];
}

function* graphemesOf(word: string, width: number): Generator<string> {
  for (const { segment } of graphemes.segment(word)) yield cellsOf(segment) <= width ? segment : '\ufffd';
}

/** Exactly so many cells: the rest is cut away, which an ellipsis says, or filled with spaces. */
export function fit(text: string, width: number): string {
  const line = text.replaceAll('\n', ' ');
  const kept = cellsOf(line) <= width ? line : `${beginningOf(line, width - 1)}…`;
  return kept + ' '.repeat(Math.max(0, width - cellsOf(kept)));
}

function beginningOf(line: string, width: number): string {
  let kept = '';
  for (const { segment } of graphemes.segment(line)) {
    if (cellsOf(kept + segment) > width) break;
    kept += segment;
  }
  return kept;
}
