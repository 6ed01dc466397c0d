import type { QualityAssessment } from '@polylogue/api-contract';
import { isVerdict, scoreOf, type ScoreName } from './assessments.rules.js';
import { leniencyOf } from './summary.rules.js';

/** The column of the judges' leniency; all others are called by their target. */
export const leniencyColumn = ' leniency';

export interface MatrixSort {
  column: string;
  direction: 'asc' | 'desc';
}

/** The judges by what a column says of them; those of whom it says nothing stand last either way. */
export function matrixOrder(
  assessors: readonly string[],
  assessments: readonly QualityAssessment[],
  { sort, shown }: { sort: MatrixSort | undefined; shown: ScoreName },
): string[] {
  if (!sort) return [...assessors];
  const figureOf = (assessor: string): number | undefined => {
    if (sort.column === leniencyColumn) return leniencyOf(assessor, assessments);
    const found = assessments.find(
      (each) => each.assessorServiceId === assessor && each.targetServiceId === sort.column,
    );
    return found && isVerdict(found) ? scoreOf(found, shown) : undefined;
  };
  const figures = new Map(assessors.map((assessor) => [assessor, figureOf(assessor)]));
  return [...assessors].sort((one, other) => {
    const [a, b] = [figures.get(one), figures.get(other)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return sort.direction === 'asc' ? a - b : b - a;
  });
}
