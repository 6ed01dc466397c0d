import { exportUsage, getUsage, listEstimateAccuracy } from '@polylogue/api-contract';
import { urlOf, useApiQuery } from '@polylogue/web-kit';
import type { DayRange, Group } from './usage.rules.js';

const staleTime = 30_000;

/** Rows of one grouping; those shown last stay until the next have come. */
export function useUsage({ from, to }: DayRange, group: Group) {
  return useApiQuery(getUsage, {
    query: { from, to, group, limit: 100 },
    staleTime,
    placeholderData: (before) => (before?.group === group ? before : undefined),
  });
}

export function useUsageDays({ from, to }: DayRange) {
  return useApiQuery(getUsage, { query: { from, to, group: 'day' }, staleTime, placeholderData: (before) => before });
}

/** How good the estimates before sending were. */
export const useEstimateAccuracy = ({ from, to }: DayRange) =>
  useApiQuery(listEstimateAccuracy, { query: { from, to }, staleTime, placeholderData: (before) => before });

export const exportHref = ({ from, to }: DayRange): string => urlOf(exportUsage, { query: { from, to } });
