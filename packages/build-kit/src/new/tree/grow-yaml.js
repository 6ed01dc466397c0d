/** @import { Spelling } from '../names.js' */
import { isMap, isSeq, parseAllDocuments } from 'yaml';
import { defined } from '../../defined.js';

/** @typedef {[document: number, ...keys: (string | number)[]]} YamlPath the number of the document, then keys */
/** @typedef {{ range: [start: number, valueEnd: number, end: number], value?: unknown, toJSON?: () => unknown }} Placed a node */
/** @typedef {{ key: Placed, value: Placed | null }} PlacedPair */

/**
 * @template Row
 * Gives a block list or map of a YAML file the rows a neighbour has in it, in the neighbour's words, right behind them.
 * Comments and everything else stay as they are.
 * @param {string} text
 * @param {YamlPath} path
 * @param {(row: Row, key?: string) => boolean} isLike which rows are the neighbour's
 * @param {(rows: string) => string} rename
 */
export function copyRows(text, [index, ...path], isLike, rename) {
  const document = defined(parseAllDocuments(text)[index], `Document ${index}`);
  const node = path.length > 0 ? document.getIn(path, true) : document.contents;
  const rows = rowsOf(node, isLike);
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) throw new Error(`There is nothing like it under ${path.join('.')}.`);
  const start = text.lastIndexOf('\n', first.start) + 1;
  const ending = last.end;
  const newline = text.indexOf('\n', Math.max(ending - 1, start));
  const end = newline < 0 ? text.length : newline + 1;
  const copied = rename(text.slice(start, end));
  const blank = isMap(node) && copied.trim().includes('\n') ? '\n' : '';
  return `${text.slice(0, end)}${text.slice(0, end).endsWith('\n') ? '' : '\n'}${blank}${copied}${text.slice(end)}`;
}

/**
 * Where the rows of a list or map that are meant begin and end.
 * @template Row
 * @param {unknown} node
 * @param {(row: Row, key?: string) => boolean} isLike
 */
function rowsOf(node, isLike) {
  if (isMap(node)) {
    return /** @type {PlacedPair[]} */ (node.items)
      .filter(({ key, value }) => isLike(/** @type {Row} */ (value?.toJSON?.()), String(key.value)))
      .map(({ key, value }) => ({ start: key.range[0], end: (value ?? key).range[1] }));
  }
  if (!isSeq(node)) return [];
  return /** @type {Placed[]} */ (node.items)
    .filter((item) => isLike(/** @type {Row} */ (item.toJSON?.() ?? item.value)))
    .map(({ range: [start, end] }) => ({ start, end }));
}

/**
 * Text with one slice's word replaced by another's, also where it is spelt `ADMIN` or `admin_app`.
 * @param {Spelling} from
 * @param {Spelling} to
 * @returns {(text: string) => string}
 */
export const inWordsOf = (from, to) => (text) =>
  text
    .replaceAll(new RegExp(`\\b${from.kebab}\\b`, 'g'), to.kebab)
    .replaceAll(new RegExp(`\\b${from.upper}(?=_|\\b)`, 'g'), to.upper);
