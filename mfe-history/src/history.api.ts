import {
  limits,
  listComparisons,
  listComparisonTags,
  listConversations,
  type FoundConversation,
} from '@polylogue/api-contract';
import { ApiError, connectionFailed, keyOf, urlOf, useApiQuery } from '@polylogue/web-kit';
import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { sinceOf, type HistoryView } from './history-view.rules.js';

const pageSize = 100;

export interface HistoryPage<Row = FoundConversation> {
  rows: Row[];
  total: number | undefined;
  atLeast: number | undefined;
  next: string | undefined;
}

type Pages = InfiniteData<HistoryPage, string | undefined>;

const historyKey = [listConversations.path, 'history'] as const;
export const comparisonsKey = [listComparisons.path, 'history'] as const;
export const tagsKey = keyOf(listComparisonTags);

/** All tags of the user, also of comparisons that are not loaded; none while they are not known. */
export const useTags = (): readonly string[] => useApiQuery(listComparisonTags, { staleTime: 0 }).data ?? noTags;

const noTags: readonly string[] = [];

/** The conversations of a view, page after page, as far as one has scrolled. */
export function useHistory({ q, service, date, sort, order }: HistoryView) {
  const firstPage = () => ({
    includeAll: 'true',
    limit: String(Math.min(pageSize, limits.conversationsPage)),
    messages: 'none',
    sort,
    order,
    ...(q.trim() === '' ? {} : { q }),
    ...(service === '' ? {} : { service }),
    ...(date === 'all' ? {} : { since: sinceOf(date, new Date()) }),
  });
  return useInfiniteQuery({
    queryKey: [...historyKey, { q, service, date, sort, order }],
    queryFn: ({ pageParam, signal }) =>
      readPage(pageParam ?? urlOf(listConversations, { query: firstPage() }), listConversations.answer!, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before: Pages | undefined) => before,
  });
}

/** One page of a list: the pages are linked by headers, which the usual client leaves out. */
export async function readPage<Row>(
  url: string,
  answerOf: { parse: (answer: unknown) => Row[] },
  signal: AbortSignal,
): Promise<HistoryPage<Row>> {
  const answer = await fetch(url, { credentials: 'include', redirect: 'manual', signal }).catch((cause: unknown) => {
    throw signal.aborted ? cause : new ApiError(connectionFailed, { status: 0, cause });
  });
  if (!answer.ok) throw new ApiError('The list could not be read.', { status: answer.status || 401 });
  const rows = answerOf.parse(await answer.json());
  const numberOf = (name: string) => (answer.headers.has(name) ? Number(answer.headers.get(name)) : undefined);
  return {
    rows,
    total: numberOf('x-total-count'),
    atLeast: numberOf('x-total-at-least'),
    next: /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1],
  };
}

/** Takes what was deleted out of every list at once; nothing that is loaded is fetched again. */
export function useForget() {
  const client = useQueryClient();
  return (ids: ReadonlySet<string>) => {
    for (const queryKey of [historyKey, comparisonsKey]) {
      client.setQueriesData<Pages>({ queryKey }, (before) => before && without(before, ids));
    }
    // A comparison goes with its last conversation, and conversations go with theirs.
    for (const { path } of [listConversations, listComparisons]) {
      void client.invalidateQueries({ queryKey: [path], refetchType: 'none' });
    }
    void client.invalidateQueries({ queryKey: tagsKey });
  };
}

/** Starts the list over, after an import. */
export function useStartOver() {
  const client = useQueryClient();
  return () => Promise.all([historyKey, comparisonsKey, tagsKey].map((queryKey) => client.resetQueries({ queryKey })));
}

function without(before: Pages, ids: ReadonlySet<string>): Pages {
  const gone = before.pages.reduce((sum, { rows }) => sum + rows.filter(({ id }) => ids.has(id)).length, 0);
  return {
    ...before,
    pages: before.pages.map((page) => ({
      ...page,
      rows: page.rows.filter(({ id }) => !ids.has(id)),
      total: page.total === undefined ? undefined : page.total - gone,
    })),
  };
}

/** Whom a message can go to. */
export const withVariants = { query: { variants: 'true' } } as const;
