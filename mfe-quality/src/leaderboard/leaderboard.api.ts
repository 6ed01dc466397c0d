import {
  getCalibration,
  getInstallationCalibration,
  getInstallationLeaderboard,
  getLeaderboard,
  listComparisons,
} from '@polylogue/api-contract';
import { useApiQuery } from '@polylogue/web-kit';
import { keepPreviousData } from '@tanstack/react-query';
import type { Filter } from './leaderboard.rules.js';

const tagsOf = 200;

/** What all figures are asked for with; the same words while the filter stays, so that they are read once. */
const wantedOf = ({ since, tag, scope, rubric }: Filter) => ({
  ...(rubric === undefined ? { preferDefault: 'true' as const } : { rubric }),
  ...(since !== undefined && { since }),
  ...(tag !== '' && scope === 'mine' && { tag }),
});

/** Votes and verdicts come on other screens; until they are counted the figures before stand. */
const counted = { staleTime: 0, placeholderData: keepPreviousData } as const;

export function useLeaderboard(filter: Filter) {
  const isOwn = filter.scope === 'mine';
  const query = { ...wantedOf(filter), by: filter.by };
  const own = useApiQuery(getLeaderboard, { ...counted, query, enabled: isOwn });
  const all = useApiQuery(getInstallationLeaderboard, { ...counted, query, enabled: !isOwn });
  return isOwn ? own : all;
}

export function useCalibration(filter: Filter) {
  const isOwn = filter.scope === 'mine';
  const query = wantedOf(filter);
  const own = useApiQuery(getCalibration, { ...counted, query, enabled: isOwn });
  const all = useApiQuery(getInstallationCalibration, { ...counted, query, enabled: !isOwn });
  return isOwn ? own : all;
}

/** The tags of the newest comparisons: a help to write one, and no limit. */
export function useKnownTags(): string[] {
  const { data } = useApiQuery(listComparisons, { query: { limit: String(tagsOf) } });
  return [...new Set((data ?? []).flatMap(({ tags }) => tags))].sort((one, other) => one.localeCompare(other));
}
