import type { Tokens } from 'marked';
import { textOf } from './plain-text.js';

export type Direction = 'ascending' | 'descending';

/** By which column a table is sorted, and how; undefined while it stands as it was written. */
export type TableSort = { readonly column: number; readonly direction: Direction } | undefined;

type Cells = readonly Tokens.TableCell[];

/** A click on a heading: upwards, downwards, then as it was written. */
export function nextSort(sort: TableSort, column: number): TableSort {
  if (sort?.column !== column) return { column, direction: 'ascending' };
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : undefined;
}

/** The rows in order: by number where every cell of the column is one, else by letters; empty cells come last. */
export function sortRows<Row extends Cells>(rows: readonly Row[], sort: TableSort): readonly Row[] {
  if (!sort) return rows;
  const keyed = rows.map((row) => ({ row, text: cellText(row[sort.column]) }));
  const filled = keyed.filter(({ text }) => text !== '').map((each) => ({ ...each, number: numberOf(each.text) }));
  const letters = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  const isNumeric = filled.every(({ number }) => number !== undefined);
  const sign = sort.direction === 'ascending' ? 1 : -1;
  filled.sort(
    (one, other) =>
      sign * (isNumeric ? (one.number ?? 0) - (other.number ?? 0) : letters.compare(one.text, other.text)),
  );
  return [...filled, ...keyed.filter(({ text }) => text === '')].map(({ row }) => row);
}

/** The table as a spreadsheet takes it, in the order in which it is shown. */
export function csvOf(header: Cells, rows: readonly Cells[]): string {
  return [header, ...rows].map((row) => row.map((cell) => csvCell(cellText(cell))).join(',') + '\r\n').join('');
}

/** What a cell says, without the marks that say how it is to look. */
export const cellText = (cell: Tokens.TableCell | undefined): string =>
  textOf(cell?.tokens).replaceAll(/\s+/g, ' ').trim();

const number =
  /^(?:[A-Z]{2,3}(?=[\s\p{Sc}]))?[^\p{L}\d.,+−-]{0,3}([+−-]?)[^\p{L}\d.,+−-]{0,3}((?:\d{1,3}(?:[,'\u00a0\u202f ]\d{3})+|\d+)(?:\.\d+)?|\.\d+)([eE][+-]?\d{1,3})?\s?[^\d\s]{0,12}$/u;

/** `1,234.5 ms`, `$ 12`, `−3 %` and `0.38` are numbers; `3 of 4`, `2025-07-10` and `v1.2.3` are none. */
export function numberOf(text: string): number | undefined {
  const [, sign, digits, exponent = ''] = number.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const value = Number(digits.replaceAll(/[^\d.]/g, '') + exponent);
  return sign === '-' || sign === '−' ? -value : value;
}

// What a spreadsheet would run as a formula is made text; a plain negative number is none.
const isFormula = (text: string) => /^\s*[=+\-@＝＋－＠]/u.test(text) && !/^[+-]?\d[\d.,]*\s?%?$/.test(text);

function csvCell(text: string): string {
  const safe = isFormula(text) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
