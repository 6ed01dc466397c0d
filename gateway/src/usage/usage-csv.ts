import type { ListUsageResponse, UsageRow } from '@polylogue/proto';
import { csvLines, csvMark, defused } from '../csv/csv.js';
import { decimalOf } from './dollars.rules.js';

const columns = [
  'Day',
  'User',
  'E-mail',
  'AI Service',
  'Calls',
  'Failures',
  'Input Tokens',
  'Output Tokens',
  'Calls Without Tokens',
  'Cost Reported (USD)',
  'Cost Estimated (USD)',
  'Calls of Unknown Cost',
  'Cached Input Tokens',
  'Reasoning Tokens',
];

interface Names {
  userOf(id: string): { name: string; email: string } | null;
  label(aiService: string): string;
}

/** One line per day, user and service. A name that a spreadsheet would run as a formula begins with an apostrophe. */
export async function* usageCsv(
  pages: AsyncIterable<ListUsageResponse>,
  namesFor: (rows: readonly UsageRow[]) => Promise<Names>,
): AsyncGenerator<string> {
  // With the first page, so that a fault before it is still an ordinary error answer.
  let head = csvMark + csvLines([columns]);
  for await (const { rows } of pages) {
    const names = await namesFor(rows);
    yield head + csvLines(rows.map((row) => cellsOf(row, names)));
    head = '';
  }
  if (head) yield head;
}

function cellsOf({ day, userId = '', aiService = '', sums }: UsageRow, { userOf, label }: Names): unknown[] {
  const user = userOf(userId);
  return [
    day,
    ...[user?.name ?? 'Erased account', user?.email ?? '', label(aiService)].map(defused),
    sums?.calls,
    sums?.failures,
    sums?.inputTokens,
    sums?.outputTokens,
    sums?.uncountedCalls,
    decimalOf(sums?.reportedMicros ?? 0),
    decimalOf(sums?.estimatedMicros ?? 0),
    sums?.unpricedCalls,
    sums?.cachedTokens,
    sums?.reasoningTokens,
  ];
}
