import type { Row } from './rows.rules.js';

const titles = ['measure', 'ours', 'floor', 'ratio or difference', 'goal', ''];
const cellsOf = ({ measure, ours, floor, compared, goal, verdict }: Row) => [
  measure,
  ours,
  floor ?? '–',
  compared ?? '–',
  goal ?? '–',
  verdict ?? '',
];

/** An aligned table for the terminal, which is also a table in Markdown, laid out as the formatter does. */
export function printTable(rows: readonly Row[]) {
  const lines = [titles, ...rows.map(cellsOf)];
  const widths = titles.map((_, column) => Math.max(3, ...lines.map((cells) => cells[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  const [head, ...body] = lines.map((cells) => `| ${cells.map(pad).join(' | ')} |`);
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [head, rule, ...body].join('\n');
}
