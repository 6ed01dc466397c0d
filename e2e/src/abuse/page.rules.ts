import type { PartRow } from './part.js';

/** What a part found, under its title. */
export interface PlayedPart {
  name: string;
  title: string;
  rows: readonly PartRow[];
}

/** How many of what broke a promise are shown; the rest is counted. */
const shownDetails = 20;

/** PASS or FAIL for each promise, with what broke it. */
export function verdictsOf({ rows }: PlayedPart): string[] {
  return rows.flatMap(({ promise, figure, found, verdict, details = [] }) => {
    const shown = verdict === 'PASS' ? [] : details.slice(0, shownDetails);
    const more = verdict === 'PASS' ? 0 : details.length - shown.length;
    return [
      `${verdict} ${promise}: ${found} (promised: ${figure})`,
      ...shown.map((line) => `     ${line}`),
      ...(more > 0 ? [`     and ${more} more`] : []),
    ];
  });
}

/** A part that says nothing has shown nothing. */
export const isKept = (all: readonly PlayedPart[]): boolean =>
  all.every(({ rows }) => rows.length > 0 && rows.every(({ verdict }) => verdict === 'PASS'));

/** The page of a whole run. */
export function pageOf(all: readonly PlayedPart[], { seed, isQuick }: { seed: number; isQuick: boolean }): string {
  const size = isQuick ? 'a sample, of `--quick`' : 'a full run';
  return [
    '# Abuse',
    '',
    'What becomes of the product when somebody means it ill. Written by `npm run abuse -- --write`; `npm run abuse -- fuzz` plays one',
    `part, \`--quick\` a sample of each, and \`--seed\` repeats a run: this one is ${size}, of seed ${seed}. It ends with 1 when a promise is broken.`,
    '',
    ...all.flatMap(({ name, title, rows }) => [`## ${title} (\`${name}\`)`, '', ...printRows(rows), '']),
  ].join('\n');
}

function printRows(rows: readonly PartRow[]): string[] {
  const head = ['what is promised', 'the figure', 'what was found', ''];
  const lines = rows.map(({ promise, figure, found, verdict }) => [promise, figure, found, verdict].map(cellOf));
  const widths = head.map((title, at) => Math.max(3, title.length, ...lines.map((line) => line[at]!.length)));
  const print = (line: readonly string[]) => `| ${line.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`;
  return [print(head), print(widths.map((width) => '-'.repeat(width))), ...lines.map(print)];
}

const cellOf = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
