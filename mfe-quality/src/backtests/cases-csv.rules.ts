import type { BacktestCase, BacktestSample } from '@polylogue/api-contract';
import { csvText } from '../assessments/csv.rules.js';
import { outcomeWords, sampleText } from './backtests.rules.js';

const columns = [
  'Case',
  'Outcome',
  'Contradiction',
  'Margin',
  'Question',
  'Tags',
  'Baseline',
  'Pinned',
  'Baseline seconds',
  'Candidate seconds',
  'Baseline USD',
  'Candidate USD',
  'Judge',
  'Better with the candidate first',
  'Reason with the candidate first',
  'Better with the baseline first',
  'Reason with the baseline first',
  'Error',
  'Round',
  'Sample',
];

/** A row for each case of the sample. */
export const casesCsv = (cases: readonly BacktestCase[], sample: BacktestSample): string =>
  csvText([columns, ...cases.map((each) => [...cellsOf(each), sampleText(sample)])]);

const yes = (is: boolean) => (is ? 'yes' : 'no');
const figure = (value: number | null, places: number) => (value === null ? '' : String(Number(value.toFixed(places))));
const inSeconds = (ms: number | null) => figure(ms === null ? null : ms / 1000, 3);

function cellsOf(each: BacktestCase): string[] {
  const { baseline, candidate } = each;
  return [
    String(each.number),
    outcomeWords[each.outcome].label,
    yes(each.inconsistent),
    String(each.margin),
    each.question ?? '',
    each.tags.join(', '),
    baseline.aiService.displayName,
    yes(baseline.pinned),
    inSeconds(baseline.responseTime),
    inSeconds(candidate.responseTime),
    figure(baseline.cost, 8),
    figure(candidate.cost, 8),
    each.judge.displayName,
    ...said(each, 'candidate'),
    ...said(each, 'baseline'),
    each.error ?? '',
    each.broadcastId,
  ];
}

function said({ comparisons }: BacktestCase, wanted: 'candidate' | 'baseline'): string[] {
  const found = comparisons.find(({ first }) => first === wanted);
  return [found?.better ?? '', found?.reason ?? found?.error ?? ''];
}
