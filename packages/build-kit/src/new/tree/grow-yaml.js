import { isMap, isSeq, parseAllDocuments } from 'yaml';

/**
 * Gives a block list or map of a YAML file the rows a neighbour has in it, in the neighbour's words, right behind them.
 * Comments and everything else stay as they are.
 * @param {string} text
 * @param {(string | number)[]} path the number of the document, then keys
 * @param {(row: any, key?: string) => boolean} isLike which rows are the neighbour's
 * @param {(rows: string) => string} rename
 */
export function copyRows(text, [index, ...path], isLike, rename) {
  const document = parseAllDocuments(text)[index];
  const node = path.length > 0 ? document.getIn(path, true) : document.contents;
  const rows = isMap(node)
    ? node.items.filter((pair) => isLike(pair.value?.toJSON?.(), pair.key.value))
    : isSeq(node) && node.items.filter((item) => isLike(item.toJSON?.() ?? item.value));
  if (!rows || rows.length === 0) throw new Error(`There is nothing like it under ${path.join('.')}.`);
  const [first, last] = [rows[0], rows.at(-1)];
  const start = text.lastIndexOf('\n', (first.key ?? first).range[0]) + 1;
  const ending = isMap(node) ? (last.value?.range[1] ?? last.key.range[1]) : last.range[1];
  const newline = text.indexOf('\n', Math.max(ending - 1, start));
  const end = newline < 0 ? text.length : newline + 1;
  const copied = rename(text.slice(start, end));
  const blank = isMap(node) && copied.trim().includes('\n') ? '\n' : '';
  return `${text.slice(0, end)}${text.slice(0, end).endsWith('\n') ? '' : '\n'}${blank}${copied}${text.slice(end)}`;
}

/** Text with one slice's word replaced by another's, also where it is spelt `ADMIN` or `admin_app`. */
export const inWordsOf = (from, to) => (text) =>
  text
    .replaceAll(new RegExp(`\\b${from.kebab}\\b`, 'g'), to.kebab)
    .replaceAll(new RegExp(`\\b${from.upper}(?=_|\\b)`, 'g'), to.upper);
