import type { CalibratedJudge, Calibration, ComparingJudge } from '@polylogue/api-contract';
import { csvText } from '../assessments/csv.rules.js';
import { rubricTitle } from './leaderboard.rules.js';

type Cell = string | number;

const figure = (value: number | null | undefined): Cell =>
  value === null || value === undefined ? '' : Number(value.toFixed(4));

/** What scores say of each judge, and apart from it how each compares two replies. */
export function judgesCsv({ judges, comparisons, rubric }: Calibration): string {
  return csvText([
    ['Scores'],
    ['Rubric', rubricTitle(rubric)],
    ['Judge', 'Verdicts', 'Votes', 'Pairs', 'Criterion', 'Kappa', 'Kappa low', 'Kappa high'].concat([
      'Leniency',
      ...effectColumns('Position'),
      ...effectColumns('Length'),
    ]),
    ...judges.flatMap(scoreRows),
    [],
    ['Comparing two replies in both orders'],
    ['Judge', 'Pairs', 'Follows the order', 'Low', 'High', 'The first', 'The last', 'Wavering'].concat([
      'Pairs with people',
      'Kappa',
      'Kappa low',
      'Kappa high',
    ]),
    ...comparisons.map(comparisonRow),
  ]);
}

const effectColumns = (name: string) => [name, `${name} low`, `${name} high`];

/** One row for each criterion; the effects are of the overall score. */
const scoreRows = (row: CalibratedJudge): Cell[][] =>
  row.agreements.map(({ criterion, name, kappa, interval }) => [
    row.judge.displayName,
    row.verdicts,
    row.votes,
    row.pairs,
    name ?? criterion,
    ...[kappa, interval?.low, interval?.high].map((each) => figure(each)),
    ...(criterion === 'overall'
      ? [row.leniency, ...effectCells(row.position), ...effectCells(row.length)].map((each) => figure(each))
      : Array.from({ length: 7 }, () => '')),
  ]);

const effectCells = (effect: CalibratedJudge['position']) => [effect?.slope, effect?.low, effect?.high];

const comparisonRow = (row: ComparingJudge): Cell[] => [
  row.judge.displayName,
  row.pairs,
  ...[row.follows?.share, row.follows?.low, row.follows?.high].map((each) => figure(each)),
  row.first,
  row.last,
  row.wavering,
  row.people,
  ...[row.kappa, row.interval?.low, row.interval?.high].map((each) => figure(each)),
];
