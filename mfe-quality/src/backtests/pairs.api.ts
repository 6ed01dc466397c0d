import {
  chooseInBacktestPair,
  endBacktestPairs,
  getBacktest,
  getNextBacktestPair,
  listBacktestCases,
  listBacktests,
  listWorstBacktestCases,
} from '@polylogue/api-contract';
import { keyOf, useApiMutation, useApiQuery } from '@polylogue/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { sayFailed } from '../refusals/say-failed.js';

/** The pair that is compared next. None that was seen earlier is shown again. */
export const useNextPair = (id: string) =>
  useApiQuery(getNextBacktestPair, { parameters: { id }, staleTime: 0, gcTime: 0 });

const backtests = [[listBacktests.path], [getBacktest.path]];
// What was hidden is read anew.
const cases = [[listBacktestCases.path], [listWorstBacktestCases.path]];

/** Says which reply is better; the answer is the next pair. */
export function useChoosePair(id: string) {
  const client = useQueryClient();
  return useApiMutation(chooseInBacktestPair, {
    refreshes: [...backtests, ...cases],
    onSuccess: (next) => {
      client.setQueryData(keyOf(getNextBacktestPair, { parameters: { id } }), next);
    },
    onError: sayFailed('The choice was not saved'),
  });
}

/** Shows who wrote what. */
export const useEndPairs = (onSuccess: () => void) =>
  useApiMutation(endBacktestPairs, {
    refreshes: [...backtests, ...cases],
    onSuccess,
    onError: sayFailed('The comparison was not ended'),
  });
