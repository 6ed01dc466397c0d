import type { Execution, SavedQuery } from '@polylogue/api-contract';
import { numberOf } from './execution.rules.js';

/** Everything there is, without loss. */
export function toJson(query: SavedQuery, executions: readonly Execution[]): string {
  return JSON.stringify({ query, executions }, null, 2);
}

const columns = [
  'Execution',
  'Executed At',
  'Trigger',
  'Status',
  'Error Message',
  'AI Service',
  'Response Time (ms)',
  'Tokens',
  'Response',
  'Error',
  'Media',
  'Score',
];

/** One line per result; an execution without results has one line of its own. */
export function toCsv(executions: readonly Execution[]): string {
  const lines = executions.flatMap((execution) => {
    const { executedAt, triggerType, status, errorMessage, results } = execution;
    const head = [numberOf(execution), executedAt, triggerType, status, errorMessage ?? ''];
    if (results.length === 0) return [[...head, '', '', '', '', '', '', '']];
    return results.map(({ aiService, responseTime, tokens, response, error, media = [], score }) => [
      ...head,
      aiService.displayName,
      responseTime,
      tokens ?? '',
      response,
      error ?? '',
      media.map(({ url }) => url).join(' '),
      score === undefined ? '' : Math.round(score),
    ]);
  });
  // A spreadsheet reads UTF-8 only with its mark.
  return `\uFEFF${[columns, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
}

// What a spreadsheet would run as a formula is made text.
function cell(value: string | number): string {
  const text = String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r\0]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A file name from a title, whatever it holds. */
export function fileNameOf({ id, title }: Pick<SavedQuery, 'id' | 'title'>, format: 'json' | 'csv'): string {
  const slug = title
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase();
  return `saved-query-${id}${slug && `-${slug}`}.${format}`;
}
