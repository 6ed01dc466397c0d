import { getSavedQuery, type Execution } from '@polylogue/api-contract';
import { apiClient, keyOf } from '@polylogue/web-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isOpen, showFailure } from '../saved-queries.api.js';
import { loadedOf, stillBehind, type QueryResults } from './execution.rules.js';

/** A run in progress is polled every two seconds, with or without hints. */
const runningMs = 2_000;

const resultsKey = (id: number) => keyOf(getSavedQuery, { parameters: { id } });

/** Whether something of it is still to come: its end, or its way into History. */
const isUnderWay = (execution: Execution) => isOpen(execution) || execution.round?.state === 'waiting';

/** A query with its executions, kept fresh while something of the newest is under way. */
export function useQueryResults(id: number) {
  const client = useQueryClient();
  const queryKey = resultsKey(id);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<QueryResults> => {
      const read = await apiClient(getSavedQuery, { parameters: { id }, signal });
      return { ...read, earlier: stillBehind(read.executions, client.getQueryData<QueryResults>(queryKey)) };
    },
    refetchInterval: ({ state }) => (state.data?.executions.some(isUnderWay) ? runningMs : false),
  });
}

/** The executions before one, or the newest. */
export const loadExecutions = async (id: number, executionsBefore?: number) =>
  (await apiClient(getSavedQuery, { parameters: { id }, query: { executionsBefore } })).executions;

/** Shows the executions before the last that is shown, by its id. */
export function useShowEarlier(id: number) {
  const client = useQueryClient();
  const added = (shown: QueryResults, last: number, loaded: Execution[]) =>
    // The list may have begun anew meanwhile.
    loadedOf(shown).at(-1)?.id === last ? { ...shown, earlier: [...shown.earlier, ...loaded] } : shown;
  return useMutation({
    mutationFn: (last: number) => loadExecutions(id, last),
    onSuccess: (loaded, last) => {
      client.setQueryData<QueryResults>(resultsKey(id), (shown) => shown && added(shown, last, loaded));
    },
    onError: showFailure('Failed to load executions'),
  });
}
