import {
  cancelQualityAssessment,
  estimateJudging,
  getJudging,
  listAiServices,
  listAllAssessments,
  listConversations,
  listQualityAssessments,
  runQualityAssessment,
  type Conversation,
  type QualityAssessment,
} from '@polylogue/api-contract';
import {
  accentsOf,
  apiClient,
  ApiError,
  connectionFailed,
  keyOf,
  urlOf,
  useApiMutation,
  useApiQuery,
  useLiveEvents,
  type Accent,
} from '@polylogue/web-kit';
import { useInfiniteQuery, useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PickedMessage } from './assessments.rules.js';
import { sayFailed } from '../refusals/say-failed.js';

const pollMs = 10_000;

const pageSize = 100;

/** All of the user's conversations, the latest first, page after page. */
export function useAllConversations() {
  const url = urlOf(listConversations, { query: { includeAll: 'true', limit: String(pageSize) } });
  const list = useInfiniteQuery({
    queryKey: [listConversations.path, 'quality'],
    queryFn: ({ pageParam, signal }) => readPage(pageParam ?? url, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });
  const conversations = useMemo(() => list.data?.pages.flatMap((page) => page.conversations), [list.data]);
  return { ...list, conversations };
}

// The pages are linked by headers, which the usual client leaves out.
async function readPage(url: string, signal: AbortSignal) {
  const answer = await fetch(url, { credentials: 'include', redirect: 'manual', signal }).catch((cause: unknown) => {
    throw signal.aborted ? cause : new ApiError(connectionFailed, { status: 0, cause });
  });
  if (!answer.ok) throw new ApiError('Failed to fetch conversations', { status: answer.status || 401 });
  return {
    conversations: listConversations.answer!.parse(await answer.json()),
    next: /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1],
  };
}

/** How services are called and coloured, also those that have left the catalog. */
export interface Looks {
  nameOf: (service: string) => string;
  accentOf: (service: string) => Accent | undefined;
  /** The catalog's order, then the rest by name. */
  inOrder: (services: Iterable<string>) => string[];
}

export function useLooks(conversations: readonly Conversation[] | undefined): Looks {
  const { data: services } = useApiQuery(listAiServices, { query: { former: 'true', variants: 'true' } });
  return useMemo(() => {
    const spoken = (conversations ?? []).map(({ aiService }) => aiService);
    // The first of a name stands: the service as it is offered now.
    const known = new Map([...(services ?? []), ...spoken].reverse().map((service) => [service.name, service]));
    const order = [...new Set([...(services ?? []), ...spoken].map(({ name }) => name))];
    const accents = accentsOf(order.map((name) => known.get(name)!));
    const indexOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
    return {
      nameOf: (service) => known.get(service)?.displayName ?? service,
      accentOf: (service) => accents.get(service),
      inOrder: (names) =>
        [...new Set(names)].sort((one, other) => indexOf(one) - indexOf(other) || (one < other ? -1 : 1)),
    };
  }, [services, conversations]);
}

/** The assessments of one conversation; when the sign-in has lapsed it is skipped with a warning. */
async function readAssessments(id: string, signal: AbortSignal): Promise<QualityAssessment[]> {
  try {
    return await apiClient(listAllAssessments, { parameters: { id }, signal });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) return readFiveScores(id, signal);
    if (error.status !== 401) throw error;
    console.warn(`The assessments of conversation ${id} were skipped: not signed in.`);
    return [];
  }
}

/** As a gateway of the version before answers them; none where the conversation was deleted since the list was read. */
async function readFiveScores(id: string, signal: AbortSignal): Promise<QualityAssessment[]> {
  return apiClient(listQualityAssessments, { parameters: { id }, signal }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  });
}

/** What is said about the replies to a message, fetched per conversation, every ten seconds. */
export function useAssessments(message: PickedMessage | undefined) {
  return useQueries({
    queries: (message?.conversations ?? []).map(({ id }) => ({
      queryKey: keyOf(listAllAssessments, { parameters: { id } }),
      queryFn: ({ signal }: { signal: AbortSignal }) => readAssessments(id, signal),
      refetchInterval: pollMs,
    })),
    combine: (results) => ({
      assessments: results
        .flatMap(({ data }) => data ?? [])
        .filter(({ broadcastId }) => message?.broadcastIds.includes(broadcastId)),
      isPending: results.some(({ isPending }) => isPending),
      error: results.find(({ isError, data }) => isError && data === undefined)?.error ?? null,
      refetch: () => results.forEach(({ refetch }) => void refetch()),
    }),
  });
}

/** How far the judging of a message is. */
export function useJudging(broadcastId: string | undefined) {
  return useApiQuery(getJudging, {
    parameters: { id: broadcastId ?? '' },
    enabled: broadcastId !== undefined,
    refetchInterval: pollMs,
  });
}

/** Refreshes while judges speak, sooner than the next poll. */
export function useJudgingHints(broadcastId: string | undefined): void {
  const client = useQueryClient();
  useLiveEvents({
    judging: (hint) => {
      if (hint.broadcastId !== broadcastId) return;
      void client.invalidateQueries({ queryKey: [getJudging.path] });
      void client.invalidateQueries({ queryKey: [listAllAssessments.path] });
      void client.invalidateQueries({ queryKey: [estimateJudging.path] });
    },
  });
}

const judgingPaths = [getJudging, listAllAssessments, estimateJudging].map(({ path }) => [path]);

export const useRunAssessment = () => useApiMutation(runQualityAssessment, { refreshes: judgingPaths });

export const useCancelAssessment = () =>
  useApiMutation(cancelQualityAssessment, {
    refreshes: judgingPaths,
    onError: sayFailed('The judges were not stopped'),
  });
