import type { Tokens } from 'marked';

/** How wide a table is, in characters, and which share of it each column gets, in per cent. */
export interface TableWidths {
  shares: readonly number[];
  /** Where no word has to be broken; a narrower panel scrolls the table sideways. */
  min: number;
  /** Where no cell has to be wrapped; a wider panel stretches the table no further. */
  max: number;
}

/** The room between two columns. */
const gap = 2;
const maxCell = 36;
const maxWord = 20;
/** Scripts that are written without spaces wrap anywhere. */
const word = /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;

/** Computed from the heading and the first row alone: rows that arrive later move nothing. */
export function tableWidths({ header, rows: [first = []] }: Tokens.Table): TableWidths {
  const columns = header.map((heading, index) => [plain(heading), plain(first[index])]);
  const words = columns.map((cells) => gap + longest(cells.join(' ').match(word) ?? [], maxWord));
  const cells = columns.map((both) => gap + longest(both, maxCell));
  // Halfway between them: sentences give way to numbers, which cannot be wrapped.
  const weights = words.map((min, index) => (min + cells[index]!) / 2);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const room = (needs: number[]) => Math.ceil(Math.max(...needs.map((need, index) => (need * all) / weights[index]!)));
  const shares = weights.map((weight) => Math.round((1000 * weight) / all) / 10);
  return { shares, min: room(words), max: room(cells) };
}

const plain = (cell: Tokens.TableCell | undefined) => cell?.text.replaceAll(/[*_`~]/g, '') ?? '';

const longest = (texts: readonly string[], max: number) =>
  Math.min(max, Math.max(0, ...texts.map(({ length }) => length)));
