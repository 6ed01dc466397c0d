import type { AppliedRubric } from '../rubric/applied-rubric.js';
import { verdictOf, type Scored, type Verdict } from './answer.rules.js';

/** The middle of some whole numbers, rounded; there is at least one. */
export function medianOf(numbers: readonly number[]): number {
  const inOrder = numbers.toSorted((one, other) => one - other);
  const middle = Math.floor(inOrder.length / 2);
  const upper = inOrder[middle] ?? 0;
  return inOrder.length % 2 === 1 ? upper : Math.round(((inOrder[middle - 1] ?? 0) + upper) / 2);
}

const nearest = <T>(items: readonly T[], to: number, scoreOf: (item: T) => number): T =>
  items.reduce((best, each) => (Math.abs(scoreOf(each) - to) < Math.abs(scoreOf(best) - to) ? each : best));

/**
 * One verdict from several answers of the same judge: of each criterion the median, with the reason that was given for
 * the score nearest to it; the overall score follows from the medians.
 */
export function medianVerdict(verdicts: readonly [Verdict, ...Verdict[]], rubric: AppliedRubric): Verdict {
  const parts = Object.fromEntries(
    rubric.criteria.map(({ key }) => {
      const said = verdicts.flatMap((verdict): Scored | Scored[] => verdict.parts[key] ?? []);
      const score = medianOf(said.map((each) => each.score));
      return [key, { score, reason: nearest(said, score, (each) => each.score).reason }];
    }),
  );
  const { overall } = verdictOf(parts, '', rubric);
  return verdictOf(parts, nearest(verdicts, overall, (each) => each.overall).analysis, rubric);
}
