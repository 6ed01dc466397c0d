import {
  builtInRubric,
  type CalibratedJudge,
  type JudgedService,
  type Leaderboard,
  type ScoredRubric,
  type Standing,
} from '@polylogue/api-contract';
import { csvText } from '../assessments/csv.rules.js';

export type Scope = 'mine' | 'installation';
export type Period = 'all' | '90' | '30';
export type By = 'version' | 'service';

export interface Filter {
  scope: Scope;
  by: By;
  tag: string;
  /** ISO 8601; undefined: from the beginning. */
  since: string | undefined;
  /** By which scores are shown; undefined: by the default of the installation, where there are any. */
  rubric: string | undefined;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The beginning of the day so many days ago, in UTC: the same all day long. */
export function sinceOf(period: Period, now: number): string | undefined {
  if (period === 'all') return undefined;
  const day = Math.floor(now / dayMs) - Number(period);
  return new Date(day * dayMs).toISOString();
}

/** What scores are by; empty where that is not said. */
export function rubricTitle(rubric: ScoredRubric | null): string {
  if (!rubric) return '';
  return rubric.versionId === builtInRubric ? rubric.name : `${rubric.name} (version ${rubric.version})`;
}

export const notEnough = 'not enough votes yet';

export const whole = (figure: number): string => String(Math.round(figure));
export const seconds = (ms: number | null): string => (ms === null ? '—' : `${(ms / 1000).toFixed(1)} s`);
export const signed = (figure: number, places = 1): string => {
  const rounded = figure.toFixed(places);
  if (Number(rounded) === 0) return (0).toFixed(places);
  return figure > 0 ? `+${rounded}` : rounded.replace('-', '−');
};

/** One scale for all bars of a table. */
export function scaleOf(rows: readonly { interval: { low: number; high: number } | null }[]) {
  const known = rows.flatMap(({ interval }) => interval ?? []);
  if (known.length === 0) return undefined;
  return { low: Math.min(...known.map(({ low }) => low)), high: Math.max(...known.map(({ high }) => high)) };
}

/** κ in words, by how far its interval goes. */
export function agreementWord({ kappa, interval }: CalibratedJudge['agreements'][number]): string {
  if (kappa === null) return notEnough;
  if (!interval) return 'not measurable';
  if (interval.high < 0) return 'worse than chance';
  return interval.low > 0 ? 'better than chance' : 'may be chance';
}

const figure = (value: number | null, places = 4): string =>
  value === null ? '' : String(Number(value.toFixed(places)));

/** Three tables after one another, with who is meant by name. */
export function leaderboardCsv({ people, scores, calibrated, rubric }: Leaderboard): string {
  const scored = (of: readonly JudgedService[]) => of.map(scoreCells);
  return csvText([
    ["People's votes"],
    ['Rank', 'AI service', 'Version', 'Rating', 'Rating low', 'Rating high', 'Votes', 'Wins', 'Ties', 'Losses'].concat([
      'All bad',
      'Median seconds',
      'Mean cost USD',
    ]),
    ...people.map(standingCells),
    [],
    ['AI scores'],
    ['Rubric', rubricTitle(rubric)],
    scoreColumns,
    ...scored(scores),
    [],
    ['AI scores (calibrated)'],
    scoreColumns,
    ...scored(calibrated),
  ]);
}

const scoreColumns = ['AI service', 'Version', 'Mean', 'Mean low', 'Mean high', 'Replies', 'Verdicts'];

const standingCells = (row: Standing): string[] => [
  figure(row.rank),
  row.aiService.displayName,
  row.version ?? '',
  figure(row.rating, 1),
  figure(row.interval?.low ?? null, 1),
  figure(row.interval?.high ?? null, 1),
  ...[row.votes, row.wins, row.ties, row.losses, row.allBad].map(String),
  figure(row.responseTime === null ? null : row.responseTime / 1000, 3),
  figure(row.cost, 8),
];

const scoreCells = (row: JudgedService): string[] => [
  row.aiService.displayName,
  row.version ?? '',
  figure(row.mean, 2),
  figure(row.interval?.low ?? null, 2),
  figure(row.interval?.high ?? null, 2),
  String(row.replies),
  String(row.verdicts),
];
