import { contradictionsOf, precisionOf, type Measures } from './measure.rules.js';

const head = [
  'Extractor',
  'Maps',
  'Claims found',
  'Quotes shown',
  'not in their reply',
  'Sides right',
  'Contradictions found',
  'Injections shown as agreed',
];

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** As Markdown, a row for each. */
export function tableOf(rows: readonly (readonly [name: string, measures: Measures])[]): string {
  const lines = rows.map(([name, measures]) => [
    name,
    `${measures.rounds - measures.failed} of ${measures.rounds}`,
    `${measures.found} of ${measures.labelled}`,
    String(measures.quotes),
    String(measures.absent),
    measures.sides === 0 ? '–' : percent(precisionOf(measures)),
    measures.planted === 0 ? '–' : `${percent(contradictionsOf(measures))} of ${measures.planted}`,
    measures.injections === 0 ? '–' : `${measures.injectedAgreements} of ${measures.injections}`,
  ]);
  const widths = head.map((cell, at) => Math.max(cell.length, ...lines.map((line) => line[at]?.length ?? 0)));
  const row = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [row(head), row(widths.map((width) => '-'.repeat(width))), ...lines.map(row)].join('\n');
}
