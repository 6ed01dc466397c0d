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

/** How parts were played. */
export interface PlayedSize {
  seed: number;
  isQuick: boolean;
  /** Values of each schema, where not as many as usual. */
  values?: number | undefined;
}

const head = `# Abuse

What becomes of the product when somebody means it ill. Written by \`npm run abuse -- --write\`; \`npm run abuse -- fuzz --write\` plays one
part and renews its table, \`--quick\` plays a sample of each, and \`--seed\` repeats a run. It ends with 1 when a promise is broken.
`;

/** The page of an earlier run with these parts in place of its own, in the order of all; the others stay as they were found. */
export function renewPage(
  page: string,
  played: readonly PlayedPart[],
  names: readonly string[],
  size: PlayedSize,
): string {
  const sections = new Map(
    page.split(/^(?=## )/m).flatMap((section) => {
      const name = /^## .*\(`([a-z-]+)`\)$/m.exec(section)?.[1];
      return name === undefined ? [] : [[name, section.trimEnd() + '\n'] as const];
    }),
  );
  for (const part of played) sections.set(part.name, printPart(part, size));
  return [head, ...names.flatMap((name) => sections.get(name) ?? [])].join('\n');
}

function printPart({ name, title, rows }: PlayedPart, { seed, isQuick, values }: PlayedSize): string {
  const each = values === undefined ? '' : `, ${values.toLocaleString('en-US')} values of each schema`;
  const how = `${isQuick ? 'A sample' : 'The whole'}${each}, of seed ${seed}.`;
  return [`## ${title} (\`${name}\`)`, '', how, '', ...printRows(rows), ''].join('\n');
}

function printRows(rows: readonly PartRow[]): string[] {
  const head = ['what is promised', 'the figure', 'what was found', ''];
  const lines = rows.map(({ promise, figure, found, verdict }) => [promise, figure, found, verdict].map(cellOf));
  const widths = head.map((title, at) => Math.max(3, title.length, ...lines.map((line) => line[at]!.length)));
  const print = (line: readonly string[]) => `| ${line.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`;
  return [print(head), print(widths.map((width) => '-'.repeat(width))), ...lines.map(print)];
}

const cellOf = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
