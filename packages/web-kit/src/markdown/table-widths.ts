import type { Tokens } from 'marked';

/** How wide a table is, in characters, and which share of it each column gets, in per cent. */
export interface TableWidths {
  shares: readonly number[];
  /** Where no word has to be broken; a narrower panel scrolls the table sideways. */
  least: number;
  /** Where no cell has to be wrapped; a wider panel stretches the table no further. */
  most: number;
}

/** The room between two columns. */
const gap = 3;
const mostOfCell = 36;
const mostOfWord = 20;
/** Scripts that are written without spaces wrap anywhere. */
const word = /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;

/** Reckoned by the heading and the first row alone: rows that arrive later move nothing. */
export function tableWidths({ header, rows: [first = []] }: Tokens.Table): TableWidths {
  const columns = header.map((heading, place) => [plain(heading), plain(first[place])]);
  const weights = columns.map((cells) => gap + longest(cells, mostOfCell));
  const most = weights.reduce((sum, weight) => sum + weight, 0);
  const words = columns.map((cells) => gap + longest(cells.join(' ').match(word) ?? [], mostOfWord));
  return {
    shares: weights.map((weight) => Math.round((1000 * weight) / most) / 10),
    least: Math.ceil(Math.max(...words.map((length, place) => (length * most) / weights[place]!))),
    most,
  };
}

const plain = (cell: Tokens.TableCell | undefined) => cell?.text.replaceAll(/[*_`~]/g, '') ?? '';

const longest = (texts: readonly string[], most: number) =>
  Math.min(most, Math.max(0, ...texts.map(({ length }) => length)));
