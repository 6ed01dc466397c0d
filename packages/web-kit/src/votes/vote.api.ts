import {
  castVote,
  getVote,
  listComparisons,
  listConversations,
  revealRound,
  withdrawVote,
  getComparison,
  type AnswerOf,
} from '@polylogue/api-contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
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

/** Milliseconds between two calls for a reveal that has not come, and how many of them may pass before that is said. */
const revealInterval = 2000;
const promptReveals = 3;

export type RevealState = 'soon' | 'still written' | 'late';

/** Asks for the names of a blind round that was voted on until they are read: after that this hook is not mounted any more. */
export function useRevealing(broadcastId: string) {
  const client = useQueryClient();
  const parameters = { id: broadcastId };
  const { data, error, dataUpdatedAt, errorUpdatedAt, refetch } = useApiQuery(revealRound, {
    parameters,
    refetchInterval: revealInterval,
    retry: false,
    gcTime: 0,
  });
  const isWritten = data?.revealed === false && !error;
  useEffect(() => {
    // Also after a failure: the event of the vote reveals as well.
    if (!isWritten) void Promise.all(shownByVotes.map((queryKey) => client.invalidateQueries({ queryKey })));
  }, [client, isWritten, dataUpdatedAt, errorUpdatedAt]);
  const calls = client.getQueryState(keyOf(revealRound, { parameters }))?.dataUpdateCount ?? 0;
  const isLate = error !== null || calls > promptReveals;
  const state: RevealState = isWritten ? 'still written' : isLate ? 'late' : 'soon';
  return { state, reason: reasonOf(error), retry: () => void refetch() };
}

/** Reveals a blind round that no vote can reveal. */
export function useRevealWithoutVote(broadcastId: string, onRequested: () => void) {
  const { mutate, isPending } = useApiMutation(revealRound, {
    refreshes: shownByVotes,
    onSuccess: onRequested,
    onError: fail('The services could not be revealed'),
  });
  return { reveal: () => mutate({ parameters: { id: broadcastId } }), isPending };
}

const reasonOf = (fault: Error | null): string =>
  fault === null ? '' : fault instanceof ApiError ? fault.sentence : String(fault);

const fail = (title: string) => (fault: Error) =>
  void toast({ title, description: reasonOf(fault), variant: 'destructive' });
