import { estimateJudging, limits, type JudgingEstimate } from '@polylogue/api-contract';
import { apiClient } from '../api/api-client.js';
import { judgingPriceOf, judgingPriceText, type JudgingPrice } from './judging-price.rules.js';
import { usePriceBefore, type Price } from './price-before.js';

interface JudgingOptions {
  broadcastIds: readonly string[];
  /** Absent: the one each is judged by, else the default. */
  rubricId?: string | undefined;
  /** False where there is nothing to do. */
  isWanted?: boolean;
  /** As its button says. */
  deed: string;
}

/** What judging replies that are there would cost. */
export const useJudgingPrice = ({ broadcastIds, rubricId, isWanted = true, deed }: JudgingOptions): Price =>
  usePriceBefore<JudgingPrice>({
    queryKey: [estimateJudging.path, broadcastIds, rubricId],
    load: async (signal) => {
      const parts: JudgingEstimate[] = [];
      for (let start = 0; start < broadcastIds.length; start += limits.judgedRounds) {
        const some = broadcastIds.slice(start, start + limits.judgedRounds);
        const body = { broadcastIds: some, ...(rubricId !== undefined && { rubricId }) };
        parts.push(await apiClient(estimateJudging, { body, signal }));
      }
      return judgingPriceOf(parts);
    },
    textOf: judgingPriceText,
    isWanted: isWanted && broadcastIds.length > 0,
    deed,
  });
