import {
  beginSuiteRun,
  cancelSuiteRun,
  createSuite,
  deleteSuite,
  estimateSuiteRun,
  getSuite,
  listSuiteResults,
  listSuiteRuns,
  listSuites,
  readPromptfoo,
  setSuiteSchedule,
  type BodyOf,
  type Suite,
  type SuiteRun,
} from '@polylogue/api-contract';
import { apiClient, ApiError, keyOf, useApiMutation, useApiQuery } from '@polylogue/web-kit';
import { keyOfClick, newUuid, type Click } from '@polylogue/web-kit/streams';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { sayFailed } from '../backtests/backtests.api.js';

const pollMs = 2_000;
const pageSize = '50';
const isRunning = (run: SuiteRun | null | undefined) => run?.status === 'running';

// Progress is asked for while there is some; react-query rests while the tab is hidden.
const fresh = { staleTime: 0, refetchOnWindowFocus: true } as const;

export const useSuites = () =>
  useApiQuery(listSuites, {
    ...fresh,
    refetchInterval: ({ state }) => state.data?.some(({ latestRun }) => isRunning(latestRun)) && pollMs,
  });

export const useSuite = (id: string) =>
  useApiQuery(getSuite, {
    ...fresh,
    parameters: { id },
    refetchInterval: ({ state }) => isRunning(state.data?.latestRun) && pollMs,
  });

export const useSuiteRuns = (id: string) =>
  useApiQuery(listSuiteRuns, {
    ...fresh,
    parameters: { id },
    refetchInterval: ({ state }) => isRunning(state.data?.runs[0]) && pollMs,
  });

/** What came of each case, a page after another. */
export const useResults = ({ id, status }: SuiteRun) =>
  useInfiniteQuery({
    queryKey: [...keyOf(listSuiteResults, { parameters: { id } }), status],
    queryFn: ({ pageParam, signal }) =>
      apiClient(listSuiteResults, {
        parameters: { id },
        query: { limit: pageSize, after: String(pageParam) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    refetchInterval: status === 'running' && pollMs,
  });

/** What a run would cost. */
export const useRunEstimate = (id: string, isWanted: boolean) =>
  useQuery({
    queryKey: [estimateSuiteRun.path, id],
    queryFn: ({ signal }) => apiClient(estimateSuiteRun, { parameters: { id }, body: {}, signal }),
    enabled: isWanted,
    staleTime: 10_000,
    retry: false,
  });

const refreshes = [listSuites, getSuite, listSuiteRuns].map(({ path }) => [path]);

export const useReadPromptfoo = () => useApiMutation(readPromptfoo, { refreshes: [] });

/** Stores a suite; what was sent twice because no answer came is stored once. */
export function useCreateSuite(onSuccess: (made: Suite) => void) {
  const unanswered = useRef<Click>(undefined);
  const create = useApiMutation(createSuite, {
    refreshes,
    onSuccess,
    onError: (error) => {
      if (error instanceof ApiError && error.status !== 0) unanswered.current = undefined;
      sayFailed('The suite was not made')(error);
    },
  });
  const make = (body: BodyOf<typeof createSuite>) => {
    unanswered.current = keyOfClick(body, unanswered.current, newUuid);
    create.mutate({ body, idempotencyKey: unanswered.current.key });
  };
  return { make, isPending: create.isPending };
}

export const useBeginRun = () =>
  useApiMutation(beginSuiteRun, { refreshes, onError: sayFailed('The run was not started') });
export const useCancelRun = () =>
  useApiMutation(cancelSuiteRun, { refreshes, onError: sayFailed('The run was not cancelled') });
export const useSetSchedule = () =>
  useApiMutation(setSuiteSchedule, { refreshes, onError: sayFailed('The schedule was not saved') });

// The screen of what is gone asks for nothing more.
export const useDeleteSuite = (onSuccess: () => void) =>
  useApiMutation(deleteSuite, {
    refreshes: [[listSuites.path]],
    onSuccess,
    onError: sayFailed('The suite was not deleted'),
  });
