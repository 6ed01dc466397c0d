import type { Calibrated } from '../leaderboard/calibration.rules.js';
import type { Slope } from '../statistics/slope.rules.js';
import type { againstItself, Coverage } from './measure.rules.js';
import type { Field } from './simulated-votes.rules.js';

/** What is planted, and how often votes are made of it. */
export const fields: readonly { name: string; field: Field; runs: number }[] = [
  { name: 'two equals, 40 votes', field: { strengths: [1, 1], votes: 40, compared: 2, allBad: 0.05 }, runs: 300 },
  {
    name: 'two, 20 to 1, 40 votes',
    field: { strengths: [20, 1], votes: 40, compared: 2, allBad: 0.05 },
    runs: 300,
  },
  {
    name: 'three, 10 to 1 to 1, 30 votes',
    field: { strengths: [10, 1, 1], votes: 30, compared: 3, allBad: 0.05 },
    runs: 200,
  },
  { name: 'four, 100 votes', field: { strengths: [4, 2, 1, 0.5], votes: 100, compared: 4, allBad: 0.05 }, runs: 200 },
  { name: 'four, 400 votes', field: { strengths: [4, 2, 1, 0.5], votes: 400, compared: 4, allBad: 0.05 }, runs: 200 },
  {
    name: 'six, three at a time, 300 votes',
    field: { strengths: [8, 4, 2, 1, 0.5, 0.25], votes: 300, compared: 3, allBad: 0.05 },
    runs: 150,
  },
  {
    name: 'nine, 1,000 votes',
    field: { strengths: [9, 7, 5, 3, 2, 1, 0.5, 0.3, 0.1], votes: 1_000, compared: 9, allBad: 0.05 },
    runs: 60,
  },
];

interface Measured {
  name: string;
  coverage: Coverage;
}
type AgainstItself = ReturnType<typeof againstItself>;

const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`;

/** Three tables as Markdown. */
export function tableOf(
  strengths: readonly Measured[],
  { covered, of, share }: AgainstItself,
  judges: readonly Calibrated[],
): string {
  return [
    rowsOf([
      ['Planted strengths', 'Within their interval', 'Mean error, points', 'Ranked', 'rightly'],
      ...strengths.map(({ name, coverage }) => [
        name,
        percent(coverage.covered, coverage.of),
        coverage.meanError.toFixed(1),
        `${coverage.ranked} of ${coverage.of}`,
        percent(coverage.rightly, coverage.ranked),
      ]),
    ]),
    rowsOf([
      ['A candidate against itself', 'Won', 'One half is within the interval'],
      ['100 votes, 1,000 times', percent(share, 1), percent(covered, of)],
    ]),
    rowsOf([
      ['Planted judge', 'Agreement with people', 'Leniency', 'Position', 'Length', 'Worse than chance'],
      ...judges.map((row) => [
        row.judge,
        row.agreement?.kappa.toFixed(2) ?? '–',
        row.leniency?.toFixed(1) ?? '–',
        slopeIn(row.position),
        slopeIn(row.length),
        row.isWorseThanChance ? 'yes' : 'no',
      ]),
    ]),
  ].join('\n\n');
}

const slopeIn = (found: Slope | undefined): string =>
  found ? `${found.slope.toFixed(2)} (${found.interval.low.toFixed(2)} to ${found.interval.high.toFixed(2)})` : '–';

function rowsOf([head = [], ...lines]: readonly (readonly string[])[]): string {
  const widths = head.map((cell, at) => Math.max(cell.length, ...lines.map((line) => line[at]?.length ?? 0)));
  const row = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [row(head), row(widths.map((width) => '-'.repeat(width))), ...lines.map(row)].join('\n');
}

const goals = { coverage: 0.94, rightly: 0.95 };

/** What of the goals is missed, a sentence each. */
export function missedGoals(
  strengths: readonly Measured[],
  itself: AgainstItself,
  judges: readonly Calibrated[],
): string[] {
  const coverage = sum(strengths.map((each) => each.coverage.covered)) / sum(strengths.map((each) => each.coverage.of));
  const rightly =
    sum(strengths.map((each) => each.coverage.rightly)) / sum(strengths.map((each) => each.coverage.ranked));
  const worse = judges.filter(({ isWorseThanChance }) => isWorseThanChance).map(({ judge }) => judge);
  const effectOf = (name: string, effect: 'position' | 'length') =>
    judges.find(({ judge }) => judge === name)?.[effect]?.interval;
  return [
    ...(coverage < goals.coverage ? ['Too few planted strengths lie within their intervals.'] : []),
    ...(rightly < goals.rightly ? ['Too many ranks are wrong.'] : []),
    ...(itself.covered / itself.of < goals.coverage
      ? ['A candidate against itself is too often found different.']
      : []),
    ...(worse.join() === 'contrary'
      ? []
      : ['Another judge than the contrary one is found worse than chance, or none.']),
    ...((effectOf('verbose', 'length')?.low ?? 0) > 0 ? [] : ['The judge that likes length is not found.']),
    ...((effectOf('tiring', 'position')?.high ?? 0) < 0 ? [] : ['The judge that tires is not found.']),
  ];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
