import { estimateMessage, getTimeline } from '@polylogue/api-contract';
import { apiClient, useApiQuery } from '@polylogue/web-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSettled } from '../query-form/use-settled.js';

const waitMs = 400;
const freshMs = 10_000;

/** `runs`: how many watched runs there are; another one makes another timeline. */
export const useTimeline = (id: number, runs: number) =>
  useApiQuery(getTimeline, { parameters: { id }, enabled: runs > 0, refetchOnMount: 'always' });

/** What asking once would cost, shortly after the last key. */
export function useQuestionEstimate(content: string, aiServices: readonly string[], isWanted: boolean) {
  const body = useSettled(
    { selectedAIs: [...aiServices], messageBytes: new TextEncoder().encode(content).length },
    waitMs,
  );
  return useQuery({
    queryKey: [estimateMessage.path, body],
    queryFn: ({ signal }) => apiClient(estimateMessage, { body, signal }),
    enabled: isWanted && body.selectedAIs.length > 0 && body.messageBytes > 0,
    placeholderData: keepPreviousData,
    staleTime: freshMs,
    retry: false,
  }).data;
}
