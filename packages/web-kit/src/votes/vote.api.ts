import {
  castVote,
  getVote,
  listComparisons,
  listConversations,
  withdrawVote,
  getComparison,
  type AnswerOf,
} from '@polylogue/api-contract';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.js';
import { keyOf, useApiMutation, useApiQuery } from '../api/use-api.js';
import { toast } from '../toast/toast.js';

export const useVote = (broadcastId: string) => useApiQuery(getVote, { parameters: { id: broadcastId }, staleTime: 0 });

/** What a vote can change: names and figures of a round that was blind. */
const shownByVotes = [[listConversations.path], [listComparisons.path], [getComparison.path]];

/** Casts, changes and withdraws the vote on a round; what could not be stored is said, and the ballot stays. */
export function useVoting(broadcastId: string, onCast: () => void) {
  const client = useQueryClient();
  const parameters = { id: broadcastId };
  const show = (vote: AnswerOf<typeof getVote>['vote']) =>
    client.setQueryData<AnswerOf<typeof getVote>>(keyOf(getVote, { parameters }), { vote });
  const fail = (title: string) => (fault: Error) =>
    void toast({
      title,
      description: fault instanceof ApiError ? fault.sentence : String(fault),
      variant: 'destructive',
    });
  const cast = useApiMutation(castVote, {
    refreshes: shownByVotes,
    onSuccess: (vote) => {
      show(vote);
      onCast();
    },
    onError: fail('The vote could not be stored'),
  });
  const withdraw = useApiMutation(withdrawVote, {
    onSuccess: () => void show(null),
    onError: fail('The vote could not be withdrawn'),
  });
  return {
    cast: (body: Parameters<typeof cast.mutate>[0]['body']) => cast.mutate({ parameters, body }),
    withdraw: () => withdraw.mutate({ parameters }),
    isPending: cast.isPending || withdraw.isPending,
  };
}
