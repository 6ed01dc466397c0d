import { listNotices, markNoticesRead } from '@polylogue/api-contract';
import { apiClient, useApiMutation, useLiveEvents } from '@polylogue/web-kit';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

const pageSize = 20;
/** Many runs may end at one moment. */
const gatherMs = 300;

/** What happened, newest first, page by page; each page says how many are unread of all. */
export const useNotices = () =>
  useInfiniteQuery({
    queryKey: [listNotices.path],
    queryFn: ({ pageParam, signal }) => apiClient(listNotices, { query: { limit: pageSize, ...pageParam }, signal }),
    initialPageParam: {} as { before?: string },
    getNextPageParam: ({ notices, hasMore }) => (hasMore ? { before: notices.at(-1)!.id } : undefined),
  });

/** Reads them again when another is there, or another device has read some. */
export function useFollowNotices(): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: [listNotices.path] });
    }, gatherMs);
  };
  // Refused: reading something says whether the session has ended, and every screen hears of that.
  useLiveEvents({ notices: refresh, reconnected: refresh, refused: refresh });
  useEffect(() => () => clearTimeout(timer.current), []);
}

export const useMarkNoticesRead = () => useApiMutation(markNoticesRead, { refreshes: [[listNotices.path]] });
