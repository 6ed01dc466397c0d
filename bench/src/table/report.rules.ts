import type { Row } from './rows.rules.js';
import { printTable } from './table.rules.js';

/** The table with what it was measured on, as Markdown. */
export function printReport(rows: readonly Row[], machine: string, { isQuick }: { isQuick: boolean }) {
  const over = rows.filter(({ verdict }) => verdict === 'over').length;
  const judged = rows.filter(({ verdict }) => verdict).length;
  return [
    '# Bench',
    '',
    `${machine}. Provider, floors and clients run on the same processors; ratios hold, single milliseconds do not.`,
    ...(isQuick ? ['A quick run: it shows that everything works, not how fast.'] : []),
    '',
    printTable(rows),
    '',
    `${judged - over} of ${judged} goals met.`,
    '',
  ].join('\n');
}
