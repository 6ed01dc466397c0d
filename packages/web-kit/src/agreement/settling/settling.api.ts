import {
  cancelSettling,
  createSettling,
  estimateSettling,
  getSettling,
  type AgreementMap,
  type Settling,
} from '@polylogue/api-contract';
import { useQueryClient } from '@tanstack/react-query';
import { apiClient } from '../../api/api-client.js';
import { keyOf, useApiMutation, useApiQuery } from '../../api/use-api.js';
import { useClickKey } from '../../api/use-click-key.js';
import type { PriceOptions } from '../../estimate/price-before.js';
import { failed } from '../agreement.api.js';
import { isDisputed } from '../agreement.rules.js';

/** Milliseconds between two looks at a round that is under way. */
const pollInterval = 1000;

const isOpen = (settling: Settling | undefined): boolean =>
  settling?.rounds.some(({ status }) => status === 'pending') ?? false;

/** What came of the disputes of a map; undefined while it is not known, and where nothing is in dispute. */
export function useSettling({ id, claims }: AgreementMap): Settling | undefined {
  const { data } = useApiQuery(getSettling, {
    parameters: { id },
    enabled: claims.some(isDisputed),
    refetchInterval: ({ state }) => isOpen(state.data) && pollInterval,
  });
  return data;
}

/** What putting these claims back would cost. */
export const priceOfSettling = (id: string, claims: number[]): Omit<PriceOptions, 'isWanted'> => ({
  queryKey: [estimateSettling.path, id, claims],
  load: (signal) => apiClient(estimateSettling, { parameters: { id }, body: { claims }, signal }),
  deed: 'Settle',
});

/** Puts claims back to the services that disagree. The round is pending at once and followed from then on. */
export function useStartSettling(id: string): { start: (claims: number[]) => void; isStarting: boolean } {
  const client = useQueryClient();
  const click = useClickKey();
  const queryKey = keyOf(getSettling, { parameters: { id } });
  const { mutate, isPending } = useApiMutation(createSettling, {
    onSuccess: (settling) => client.setQueryData<Settling>(queryKey, settling),
    onError: (fault) => failed('The disputes could not be settled', fault),
    // After a failure as well: the answer may be all that was lost.
    onSettled: (_settling, fault) => {
      click.settle(fault);
      void client.invalidateQueries({ queryKey });
    },
  });
  return {
    start: (claims) => mutate({ parameters: { id }, body: { claims }, idempotencyKey: click.keyOf(claims) }),
    isStarting: isPending,
  };
}

/** Stops the round that is under way. */
export const useCancelSettling = () =>
  useApiMutation(cancelSettling, {
    refreshes: [[getSettling.path]],
    onError: (fault) => failed('The round could not be cancelled', fault),
  });
