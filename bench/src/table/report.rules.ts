import type { Row } from './rows.rules.js';
import { printTable } from './table.rules.js';

/** What one measurement found. */
export interface Section {
  name: string;
  rows: readonly Row[];
}

const preface = 'Provider, floors and clients run on the same processors; ratios hold, single milliseconds do not.';

/** The tables with what they were measured on, as Markdown. */
export function printReport(sections: readonly Section[], machine: string, { isQuick }: { isQuick: boolean }) {
  const quick = isQuick ? ['A quick run: it shows that everything works, not how fast.', ''] : [];
  return ['# Bench', '', `${machine}. ${preface}`, '', ...quick, ...sections.map(printSection)].join('\n');
}

/** The page of an earlier run with these sections instead of its own; the others stay as they were measured. */
export function renewReport(page: string, sections: readonly Section[], machine: string): string {
  const kept = new Map(
    page
      .split(/^(?=## )/m)
      .filter((part) => part.startsWith('## '))
      .map((part) => [/^## (.+)$/m.exec(part)![1]!, part.trimEnd() + '\n']),
  );
  for (const section of sections) kept.set(section.name, printSection(section));
  return ['# Bench', '', `${machine}. ${preface}`, '', ...kept.values()].join('\n');
}

function printSection({ name, rows }: Section): string {
  const over = rows.filter(({ verdict }) => verdict === 'over').length;
  const judged = rows.filter(({ verdict }) => verdict).length;
  const goals = judged > 0 ? [`${judged - over} of ${judged} goals met.`, ''] : [];
  return [`## ${name}`, '', printTable(rows), '', ...goals].join('\n');
}
