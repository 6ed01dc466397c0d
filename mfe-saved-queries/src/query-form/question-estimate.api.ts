import { estimateMessage } from '@polylogue/api-contract';
import { apiClient } from '@polylogue/web-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSettled } from './use-settled.js';

const waitMs = 400;
const freshMs = 10_000;

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
