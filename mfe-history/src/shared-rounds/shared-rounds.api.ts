import {
  castSharedVote,
  getSharedRound,
  listRoundShares,
  revokeRoundShare,
  shareRound,
  withdrawSharedVote,
  type SharedRound,
} from '@polylogue/api-contract';
import { ApiError, keyOf, toast, useApiMutation, useApiQuery } from '@polylogue/web-kit';
import { useQueryClient } from '@tanstack/react-query';

/** The caller's shares that can still be read: of one round, or all. */
export const useRoundShares = (broadcast?: string) =>
  useApiQuery(listRoundShares, { staleTime: 0, ...(broadcast !== undefined && { query: { broadcast } }) });

const refreshes = [[listRoundShares.path]];

const fail = (title: string) => (fault: Error) =>
  void toast({
    title,
    description: fault instanceof ApiError ? fault.sentence : String(fault),
    variant: 'destructive',
  });

export const useShareRound = () =>
  useApiMutation(shareRound, { refreshes, onError: fail('The round could not be shared') });

export const useRevokeShare = () =>
  useApiMutation(revokeRoundShare, {
    refreshes,
    onSuccess: () => void toast({ title: 'The link no longer works', variant: 'success' }),
    onError: fail('The sharing could not be ended'),
  });

/** A round that another user shares. It is dropped from the cache when its page is left: the share may have ended. */
export const useSharedRound = (id: string) =>
  useApiQuery(getSharedRound, { parameters: { id }, staleTime: 0, gcTime: 0 });

/** Casts, changes and withdraws the vote on it. */
export function useSharedVoting(id: string, onCast: () => void) {
  const client = useQueryClient();
  const parameters = { id };
  const { mutate, isPending } = useApiMutation(castSharedVote, {
    onSuccess: (round) => {
      client.setQueryData<SharedRound>(keyOf(getSharedRound, { parameters }), round);
      onCast();
    },
    onError: fail('The vote could not be stored'),
  });
  const withdraw = useApiMutation(withdrawSharedVote, {
    refreshes: [keyOf(getSharedRound, { parameters })],
    onError: fail('The vote could not be withdrawn'),
  });
  return {
    cast: (body: Parameters<typeof mutate>[0]['body']) => mutate({ parameters, body }),
    withdraw: () => withdraw.mutate({ parameters }),
    isPending: isPending || withdraw.isPending,
  };
}
