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
const gap = 2;
const mostOfCell = 36;
const mostOfWord = 20;
/** Scripts that are written without spaces wrap anywhere. */
const word = /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;

/** Reckoned by the heading and the first row alone: rows that arrive later move nothing. */
export function tableWidths({ header, rows: [first = []] }: Tokens.Table): TableWidths {
  const columns = header.map((heading, place) => [plain(heading), plain(first[place])]);
  const words = columns.map((cells) => gap + longest(cells.join(' ').match(word) ?? [], mostOfWord));
  const cells = columns.map((both) => gap + longest(both, mostOfCell));
  // Halfway between them: sentences give way to numbers, which cannot be wrapped.
  const weights = words.map((least, place) => (least + cells[place]!) / 2);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const room = (needs: number[]) => Math.ceil(Math.max(...needs.map((need, place) => (need * all) / weights[place]!)));
  const shares = weights.map((weight) => Math.round((1000 * weight) / all) / 10);
  return { shares, least: room(words), most: room(cells) };
}

const plain = (cell: Tokens.TableCell | undefined) => cell?.text.replaceAll(/[*_`~]/g, '') ?? '';

const longest = (texts: readonly string[], most: number) =>
  Math.min(most, Math.max(0, ...texts.map(({ length }) => length)));
