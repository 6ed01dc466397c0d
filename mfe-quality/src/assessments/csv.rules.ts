import type { QualityAssessment } from '@polylogue/api-contract';
import { columnsOf, isRubricVerdict, isVerdict, scoreOf, statusOf, textOf } from './assessments.rules.js';

export const csvColumns = [
  'Assessor AI',
  'Target AI',
  'Overall Score',
  'Bias Score',
  'Safety Score',
  'Accuracy Score',
  'Adherence Score',
  'Status',
  'Analysis',
  'Assessment Date',
];

/** The matrix as CSV. A judge without a verdict has empty scores, and its reason where the analysis would stand. */
export function csvOf(assessments: readonly QualityAssessment[], nameOf: (service: string) => string): string {
  const columns = columnsOf(assessments);
  const rows = assessments.map((each) => [
    nameOf(each.assessorServiceId),
    nameOf(each.targetServiceId),
    ...columns.map(({ key }) => (isVerdict(each) ? String(scoreOf(each, key)) : '')),
    statusOf(each),
    textOf(each),
    each.createdAt,
  ]);
  const head = assessments.some(isRubricVerdict)
    ? [...csvColumns.slice(0, 2), ...columns.map(({ title }) => `${title} Score`), ...csvColumns.slice(-3)]
    : csvColumns;
  return csvText([head, ...rows]);
}

/** Rows as the text of a file. */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

/** A cell a spreadsheet would run as a formula is defused by a quote in front; a figure is none, also below 0. */
function cellOf(text: string | number): string {
  if (typeof text === 'number') return String(text);
  const safe = /^[=+\-@\t\r\0]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
