import type { QualityAssessment } from '@polylogue/api-contract';
import { isVerdict, scoreKeys, scoreOf, statusOf, textOf } from './assessments.rules.js';

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
  const rows = assessments.map((each) => [
    nameOf(each.assessorServiceId),
    nameOf(each.targetServiceId),
    ...scoreKeys.map((name) => (isVerdict(each) ? String(scoreOf(each, name)) : '')),
    statusOf(each),
    textOf(each),
    each.createdAt,
  ]);
  return [csvColumns, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

/** A cell a spreadsheet would run as a formula is defused by a quote in front. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r\0]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
