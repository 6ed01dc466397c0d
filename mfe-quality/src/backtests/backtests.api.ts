import {
  cancelBacktest,
  createBacktest,
  deleteBacktest,
  estimateBacktest,
  getBacktest,
  getBacktestCase,
  getPreferences,
  listAiServices,
  listAnswerPresets,
  listBacktestCases,
  listBacktests,
  listSuites,
  listWorstBacktestCases,
  pauseBacktest,
  resumeBacktest,
  type Backtest,
  type BacktestCase,
  type BacktestOutcome,
  type BodyOf,
  type Route,
} from '@polylogue/api-contract';
import { apiClient, ApiError, keyOf, useApiMutation, useApiQuery } from '@polylogue/web-kit';
import { useSettled } from '@polylogue/web-kit/estimate';
import { keyOfClick, newUuid, type Click } from '@polylogue/web-kit/streams';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { sayFailed } from '../refusals/say-failed.js';

const pollMs = 2_000;
const settledMs = 400;
const pageSize = '50';
/** Where the user's own choice cannot be read. */
const usualAskAbove = 1;
const isRunning = ({ status }: Backtest) => status === 'running';

// Progress is asked for while there is some; react-query rests while the tab is hidden.
const fresh = { staleTime: 0, refetchOnWindowFocus: true } as const;

export const useBacktests = () =>
  useApiQuery(listBacktests, {
    ...fresh,
    refetchInterval: ({ state }) => state.data?.some(isRunning) && pollMs,
  });

export const useBacktest = (id: string) =>
  useApiQuery(getBacktest, {
    ...fresh,
    parameters: { id },
    refetchInterval: ({ state }) => state.data !== undefined && isRunning(state.data) && pollMs,
  });

/** The user's suites, of which each can be a sample. */
export const useFrozenSets = () => useApiQuery(listSuites, fresh);

export const useWorstCases = (id: string) => useApiQuery(listWorstBacktestCases, { parameters: { id }, staleTime: 0 });

export const useCase = (id: string, number: number) =>
  useApiQuery(getBacktestCase, { parameters: { id, number }, staleTime: 0 });

const readCases = (id: string, outcome: BacktestOutcome | undefined, after: number, signal?: AbortSignal) =>
  apiClient(listBacktestCases, {
    parameters: { id },
    query: { limit: pageSize, after: String(after), ...(outcome && { outcome }) },
    signal,
  });

/** The cases of one outcome, or all of them, a page after another. */
export const useCases = (id: string, outcome: BacktestOutcome | undefined) =>
  useInfiniteQuery({
    queryKey: [...keyOf(listBacktestCases, { parameters: { id } }), outcome],
    queryFn: ({ pageParam, signal }) => readCases(id, outcome, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** All cases, for a file. */
export async function readAllCases(id: string): Promise<BacktestCase[]> {
  const cases: BacktestCase[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page: Awaited<ReturnType<typeof readCases>> = await readCases(id, undefined, after);
    cases.push(...page.cases);
    after = page.next;
  }
  return cases;
}

/** Who could answer and judge, with the presets of their variants. */
export function useChoices() {
  const services = useApiQuery(listAiServices, { query: { variants: 'true' } });
  const presets = useApiQuery(listAnswerPresets, {});
  return { services, presets: presets.data ?? [] };
}

/** Which rounds would be compared and what that would cost, once the form has settled. */
export function useBacktestEstimate(wanted: BodyOf<typeof estimateBacktest> | undefined) {
  const settled = useSettled(wanted, settledMs);
  const isSettled = JSON.stringify(settled) === JSON.stringify(wanted);
  const query = useQuery({
    queryKey: [estimateBacktest.path, settled],
    queryFn: ({ signal }) => apiClient(estimateBacktest, { body: settled!, signal }),
    enabled: settled !== undefined,
    staleTime: 10_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return { ...query, isCurrent: isSettled && wanted !== undefined && query.isSuccess && !query.isPlaceholderData };
}

/** Above which amount the user wants to be asked; null: never. */
export function useAskAbove(): number | null {
  const { data } = useApiQuery(getPreferences, { retry: false });
  return data ? data.askAbove : usualAskAbove;
}

const refreshes = [listBacktests, getBacktest, listWorstBacktestCases, listBacktestCases].map(({ path }) => [path]);

/** Begins a backtest; what was sent twice because no answer came begins once. */
export function useCreateBacktest(onSuccess: (made: Backtest) => void) {
  const unanswered = useRef<Click>(undefined);
  const create = useApiMutation(createBacktest, {
    refreshes,
    onSuccess,
    onError: (error) => {
      if (error instanceof ApiError && error.status !== 0) unanswered.current = undefined;
      sayFailed('The backtest was not started')(error);
    },
  });
  const start = (body: BodyOf<typeof createBacktest>) => {
    unanswered.current = keyOfClick(body, unanswered.current, newUuid);
    create.mutate({ body, idempotencyKey: unanswered.current.key });
  };
  return { start, isPending: create.isPending };
}

const useAction = <R extends Route>(route: R, failed: string) =>
  useApiMutation(route, { refreshes, onError: sayFailed(failed) });

export const usePause = () => useAction(pauseBacktest, 'The backtest was not paused');
export const useResume = () => useAction(resumeBacktest, 'The backtest was not resumed');
export const useCancel = () => useAction(cancelBacktest, 'The backtest was not cancelled');

// The screen of what is gone asks for nothing more.
export const useDelete = (onSuccess: () => void) =>
  useApiMutation(deleteBacktest, {
    refreshes: [[listBacktests.path]],
    onSuccess,
    onError: sayFailed('The backtest was not deleted'),
  });
