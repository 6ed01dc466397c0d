import {
  getCalibration,
  getInstallationCalibration,
  getInstallationLeaderboard,
  getLeaderboard,
  listComparisons,
  type Calibration,
  type Leaderboard,
} from '@polylogue/api-contract';
import { useApiQuery } from '@polylogue/web-kit';
import type { Filter } from './leaderboard.rules.js';

const tagsOf = 200;

/** What all figures are asked for with; the same words while the filter stays, so that they are read once. */
const wantedOf = ({ since, tag, scope, rubric }: Filter) => ({
  ...(rubric === undefined ? { preferDefault: 'true' as const } : { rubric }),
  ...(since !== undefined && { since }),
  ...(tag !== '' && scope === 'mine' && { tag }),
});

export function useLeaderboard(filter: Filter) {
  const isOwn = filter.scope === 'mine';
  const query = { ...wantedOf(filter), by: filter.by };
  const own = useApiQuery(getLeaderboard, { query, enabled: isOwn, placeholderData: (before?: Leaderboard) => before });
  const all = useApiQuery(getInstallationLeaderboard, {
    query,
    enabled: !isOwn,
    placeholderData: (before?: Leaderboard) => before,
  });
  return isOwn ? own : all;
}

export function useCalibration(filter: Filter) {
  const isOwn = filter.scope === 'mine';
  const query = wantedOf(filter);
  const own = useApiQuery(getCalibration, { query, enabled: isOwn, placeholderData: (before?: Calibration) => before });
  const all = useApiQuery(getInstallationCalibration, {
    query,
    enabled: !isOwn,
    placeholderData: (before?: Calibration) => before,
  });
  return isOwn ? own : all;
}

/** The tags of the newest comparisons: a help to write one, and no limit. */
export function useKnownTags(): string[] {
  const { data } = useApiQuery(listComparisons, { query: { limit: String(tagsOf) } });
  return [...new Set((data ?? []).flatMap(({ tags }) => tags))].sort((one, other) => one.localeCompare(other));
}
