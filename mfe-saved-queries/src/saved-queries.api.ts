import {
  createSavedQuery,
  deleteSavedQuery,
  executeSavedQuery,
  getSavedQuery,
  listAiServices,
  listSavedQueries,
  updateSavedQuery,
  type Execution,
} from '@polylogue/api-contract';
import { apiClient, ApiError, toast, useApiMutation, useApiQuery, useLiveEvents } from '@polylogue/web-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';

const listKey = [listSavedQueries.path] as const;
const queryKey = [getSavedQuery.path] as const;
const both = [listKey, queryKey];

export const isOpen = ({ status }: Pick<Execution, 'status'>) => status === 'pending' || status === 'running';

export const useAiServices = () => useApiQuery(listAiServices);
export const useSavedQueries = () => useApiQuery(listSavedQueries);

/** A query to be edited, read anew for each form: all its fields are sent back, also those that changed elsewhere. */
export const useEditedQuery = (id: number) =>
  useQuery({
    queryKey: ['edited', getSavedQuery.path, id],
    queryFn: ({ signal }) => apiClient(getSavedQuery, { parameters: { id }, signal }),
    // What is typed is kept.
    staleTime: Infinity,
    gcTime: 0,
  });

/** Says that something failed and why, where the server said it; the specification has it logged as well. */
export const showFailure =
  (title: string, lineOf: (error: Error) => string = () => title) =>
  (error: Error) => {
    console.error(lineOf(error));
    toast({ title, description: sentenceOf(error) ?? 'Try again in a moment.', variant: 'destructive' });
  };

const sentenceOf = (error: Error) =>
  error instanceof ApiError && (error.status === 0 || error.sentence !== error.message) ? error.sentence : undefined;

const sentenceOr = (fallback: string) => (error: Error) =>
  error instanceof ApiError && error.status > 0 ? (sentenceOf(error) ?? fallback) : fallback;

const showReason = (title: string) => showFailure(title, sentenceOr(title));

export const useCreateSavedQuery = () =>
  useApiMutation(createSavedQuery, { refreshes: [listKey], onError: showReason('Failed to create query') });

export const useUpdateSavedQuery = () =>
  useApiMutation(updateSavedQuery, { refreshes: both, onError: showReason('Failed to update query') });

export const useToggleSavedQuery = () =>
  useApiMutation(updateSavedQuery, { refreshes: both, onError: showFailure('Failed to update query') });

export const useDeleteSavedQuery = () =>
  useApiMutation(deleteSavedQuery, {
    refreshes: [listKey],
    onError: showFailure(
      'Failed to delete query',
      (error) => `Failed to delete query: ${error instanceof ApiError ? error.status : 0}`,
    ),
  });

export const useExecuteSavedQuery = () =>
  useApiMutation(executeSavedQuery, { refreshes: both, onError: showFailure('Failed to execute query') });

/** Hints of runs: those of one query, or all of this user. */
export function useExecutionHints(id?: number): void {
  const client = useQueryClient();
  const refresh = () => void Promise.all(both.map((key) => client.invalidateQueries({ queryKey: key })));
  useLiveEvents({
    execution: ({ savedQueryId, isFinished }) => {
      if (id === undefined ? isFinished : savedQueryId === id) refresh();
    },
    // How replies of its runs were judged.
    judging: ({ done, total }) => {
      if (id !== undefined && done === total) refresh();
    },
    reconnected: refresh,
  });
}
