import {
  beginSuiteRun,
  cancelSuiteRun,
  createSuite,
  deleteSuite,
  estimateSuiteRun,
  getSuite,
  listSuiteCases,
  listSuiteResults,
  listSuiteRuns,
  listSuites,
  readPromptfoo,
  setSuiteAssertions,
  setSuiteSchedule,
  type BacktestCandidate,
  type BodyOf,
  type Suite,
  type SuiteRun,
} from '@polylogue/api-contract';
import { apiClient, ApiError, keyOf, useApiMutation, useApiQuery } from '@polylogue/web-kit';
import { useSettled } from '@polylogue/web-kit/estimate';
import { keyOfClick, newUuid, type Click } from '@polylogue/web-kit/streams';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { sayFailed } from '../refusals/say-failed.js';

const pollMs = 2_000;
const pageSize = '50';
const settledMs = 400;
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

/** What a run would cost, by the suite's candidate or another one once it is typed; null: it is not whole yet. */
export function useRunEstimate({ id, version }: Suite, candidate?: BacktestCandidate | null) {
  const settled = useSettled(candidate, settledMs);
  const isSettled = JSON.stringify(settled) === JSON.stringify(candidate);
  const query = useQuery({
    queryKey: [estimateSuiteRun.path, id, version, settled],
    queryFn: ({ signal }) =>
      apiClient(estimateSuiteRun, { parameters: { id }, body: settled ? { candidate: settled } : {}, signal }),
    enabled: settled !== null,
    staleTime: 10_000,
    retry: false,
  });
  return { ...query, data: isSettled && candidate !== null ? query.data : undefined };
}

/** What has to hold, to be changed. The suite is read before its cases: these are of its version, or of a newer one. */
export const useEdited = (id: string) =>
  useQuery({
    queryKey: [setSuiteAssertions.path, id],
    queryFn: async ({ signal }) => {
      const suite = await apiClient(getSuite, { parameters: { id }, signal });
      return { suite, cases: await apiClient(listSuiteCases, { parameters: { id }, signal }) };
    },
    // What is typed is kept.
    staleTime: Infinity,
    gcTime: 0,
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

export function useBeginRun() {
  const client = useQueryClient();
  return useApiMutation(beginSuiteRun, {
    refreshes,
    onError: (error) => {
      sayFailed('The run was not started')(error);
      // What is shown, its price among it, is of a version before.
      if (error instanceof ApiError && error.code === 'suite_changed')
        void Promise.all(refreshes.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
export const useCancelRun = () =>
  useApiMutation(cancelSuiteRun, { refreshes, onError: sayFailed('The run was not cancelled') });
/** What is wrong with a field is said beside it. */
export const useSetAssertions = (onSuccess: () => void) =>
  useApiMutation(setSuiteAssertions, {
    refreshes,
    onSuccess,
    onError: (error) => {
      if (!(error instanceof ApiError) || (error.issues.length === 0 && error.status !== 409))
        sayFailed('The assertions were not saved')(error);
    },
  });
export function useSetSchedule(onSuccess: () => void) {
  const client = useQueryClient();
  return useApiMutation(setSuiteSchedule, {
    refreshes,
    onSuccess: (suite) => {
      // Shown at once, so that the fields never show the schedule before.
      client.setQueryData(keyOf(getSuite, { parameters: { id: suite.id } }), suite);
      onSuccess();
    },
    onError: sayFailed('The schedule was not saved'),
  });
}

// The screen of what is gone asks for nothing more.
export const useDeleteSuite = (onSuccess: () => void) =>
  useApiMutation(deleteSuite, {
    refreshes: [[listSuites.path]],
    onSuccess,
    onError: sayFailed('The suite was not deleted'),
  });
