import { estimateMessage, type BodyOf } from '@polylogue/api-contract';
import { apiClient } from '@polylogue/web-kit';
import { bytesIn, useSettled } from '@polylogue/web-kit/estimate';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

const waitMs = 400;
const freshMs = 10_000;

interface Question {
  content: string;
  aiServices: readonly string[];
  reading?: BodyOf<typeof estimateMessage>['reading'];
  isJudged?: boolean;
  /** What judges would go by; null: the default of the installation. */
  rubricId?: string | null;
}

/**
 * What asking once, without any thread, would cost, shortly after the last key; and what reading the answers of a first
 * watched run would, or judging the replies.
 */
export function useQuestionEstimate(question: Question, isWanted: boolean) {
  const { content, aiServices, reading, isJudged = false, rubricId = null } = question;
  const messageBytes = bytesIn(content);
  const run = { judged: isJudged, rubricId };
  const body = useSettled({ selectedAIs: [...aiServices], messageBytes, reading, run }, waitMs);
  return useQuery({
    queryKey: [estimateMessage.path, body],
    queryFn: ({ signal }) => apiClient(estimateMessage, { body, signal }),
    enabled: isWanted && body.selectedAIs.length > 0 && body.messageBytes > 0,
    placeholderData: keepPreviousData,
    staleTime: freshMs,
    retry: false,
  }).data;
}
