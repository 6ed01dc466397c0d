import {
  changeComparison,
  getComparison,
  limits,
  listComparisons,
  listConversations,
  type Comparison,
} from '@polylogue/api-contract';
import { apiClient, ApiError, keyOf, toast, urlOf, useApiQuery } from '@polylogue/web-kit';
import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { sinceOf, type HistoryView } from '../history-view.rules.js';
import { comparisonsKey, readPage, tagsKey, type HistoryPage } from '../history.api.js';

const pageSize = 50;

type Pages = InfiniteData<HistoryPage<Comparison>, string | undefined>;

type Filter = Pick<HistoryView, 'q' | 'service' | 'date' | 'starred' | 'tag'>;

/** What narrows the list, as the address of a call says it. */
export const filterOf = ({ q, service, date, starred, tag }: Filter) => ({
  ...(q.trim() !== '' && { q }),
  ...(service !== '' && { service }),
  ...(starred && { starred: 'true' }),
  ...(tag !== '' && { tag }),
  ...(date !== 'all' && { since: sinceOf(date, new Date()) }),
});

/** The comparisons of a view, page after page, as far as one has scrolled. */
export function useComparisons({ q, service, date, sort, order, starred, tag }: HistoryView) {
  const by = sort === 'createdAt' ? 'createdAt' : 'updatedAt';
  const firstPage = () => ({
    limit: String(Math.min(pageSize, limits.comparison.page)),
    sort: by,
    order,
    ...filterOf({ q, service, date, starred, tag }),
  });
  return useInfiniteQuery({
    queryKey: [...comparisonsKey, { q, service, date, by, order, starred, tag }],
    queryFn: ({ pageParam, signal }) =>
      readPage(pageParam ?? urlOf(listComparisons, { query: firstPage() }), listComparisons.answer!, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before: Pages | undefined) => before,
    // Messages are sent on other screens: a user who comes back finds the new rows.
    staleTime: 0,
  });
}

export const useComparison = (id: string) => useApiQuery(getComparison, { parameters: { id }, staleTime: 0 });

/** Its conversations with all their messages, in the order in which they joined. */
export const useThreads = (id: string) =>
  useApiQuery(listConversations, {
    query: { includeAll: 'true', comparison: id, sort: 'createdAt', order: 'asc' },
    staleTime: 0,
  });

export type Given = Partial<Pick<Comparison, 'title' | 'starred' | 'tags'>>;

/** Of changes that are on their way. */
export const givingKey = [changeComparison.path, 'give'] as const;

interface Giving {
  id: string;
  given: Given;
}

/** Whether no later change of this comparison is under way: what is answered and read before lacks the later ones. */
const isLastOf = (client: QueryClient, id: string): boolean =>
  client.isMutating({
    mutationKey: givingKey,
    predicate: ({ state }) => (state.variables as Giving | undefined)?.id === id,
  }) === 1;

/** Gives a title, a star or tags. Shown at once; what could not be stored is taken back, with the reason. */
export function useGiving(): (id: string, given: Given) => void {
  const client = useQueryClient();
  const show = (id: string, given: Given) => {
    const withGiven = (one: Comparison) => (one.id === id ? { ...one, ...given } : one);
    client.setQueryData<Comparison>(keyOf(getComparison, { parameters: { id } }), (one) => one && withGiven(one));
    client.setQueriesData<Pages>({ queryKey: comparisonsKey }, (before) => {
      if (!before) return before;
      return { ...before, pages: before.pages.map((page) => ({ ...page, rows: page.rows.map(withGiven) })) };
    });
  };
  const { mutate } = useMutation({
    mutationKey: givingKey,
    // One after the other, so that the last click is the last that is stored.
    scope: { id: 'give' },
    mutationFn: ({ id, given }: Giving) => apiClient(changeComparison, { parameters: { id }, body: given }),
    onMutate: ({ id, given }) => show(id, given),
    onSuccess: (stored, { id, given }) => {
      if (isLastOf(client, id)) show(id, stored);
      if (given.tags) void client.invalidateQueries({ queryKey: tagsKey });
    },
    onError: (fault, { id }) => {
      const description = fault instanceof ApiError ? fault.sentence : String(fault);
      toast({ title: 'The comparison could not be changed', description, variant: 'destructive' });
      if (!isLastOf(client, id)) return;
      void client.invalidateQueries({ queryKey: keyOf(getComparison, { parameters: { id } }) });
      void client.invalidateQueries({ queryKey: comparisonsKey });
    },
  });
  return (id, given) => mutate({ id, given });
}
