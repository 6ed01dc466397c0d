import type { QualityAssessment } from '@polylogue/api-contract';
import { isVerdict, scoreOf, type ScoreName } from './assessments.rules.js';

export type SortKey = 'assessor' | 'target' | ScoreName | 'flagged';
export type Direction = 'desc' | 'none' | 'asc';

export interface Sort {
  key: SortKey;
  direction: Direction;
}

export const firstSort: Sort = { key: 'overall', direction: 'desc' };

const next: Record<Direction, Direction> = { desc: 'none', none: 'asc', asc: 'desc' };

/** The same column goes on from desc to none to asc; a new one starts at desc. */
export function chooseSort(sort: Sort, key: SortKey): Sort {
  return key === sort.key ? { key, direction: next[sort.direction] } : { key, direction: 'desc' };
}

/** In the requested order; without one as they came. What has no verdict stands behind the scores either way. */
export function sorted(
  assessments: readonly QualityAssessment[],
  { key, direction }: Sort,
  nameOf: (service: string) => string,
): QualityAssessment[] {
  if (direction === 'none') return [...assessments];
  const sign = direction === 'asc' ? 1 : -1;
  const valueOf = (each: QualityAssessment): string | number | undefined => {
    if (key === 'assessor') return nameOf(each.assessorServiceId).toLowerCase();
    if (key === 'target') return nameOf(each.targetServiceId).toLowerCase();
    if (!isVerdict(each)) return undefined;
    return key === 'flagged' ? Number(each.flagged) : scoreOf(each, key);
  };
  return [...assessments].sort((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return a === b ? 0 : a < b ? -sign : sign;
  });
}
