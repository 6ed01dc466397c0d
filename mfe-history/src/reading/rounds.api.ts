import {
  continueConversation,
  listConversations,
  replayBroadcast,
  type BodyOf,
  type BroadcastStreamEvent,
} from '@polylogue/api-contract';
import { ApiError, paths, toast } from '@polylogue/web-kit';
import { eventStream } from '@polylogue/web-kit/streams';
import { useNavigate } from '@polylogue/web-kit/router';
import { useMutation, useQueryClient } from '@tanstack/react-query';

interface Continuation {
  body: BodyOf<typeof continueConversation>;
  idempotencyKey: string;
}

interface Replay {
  broadcastId: string;
  selectedAIs: string[];
  idempotencyKey: string;
}

/** A new message on top of a conversation. */
export const useContinue = () =>
  useNewRound((call: Continuation) => eventStream<BroadcastStreamEvent>(continueConversation, call), {
    success: 'Conversation continued',
    failure: 'Failed to continue conversation',
  });

/** A round as it was asked then, to these services. */
export const useReplay = () =>
  useNewRound(
    ({ broadcastId, selectedAIs, idempotencyKey }: Replay) =>
      eventStream<BroadcastStreamEvent>(replayBroadcast, {
        parameters: { id: broadcastId },
        body: { selectedAIs },
        idempotencyKey,
      }),
    { success: 'Asked again', failure: 'Failed to ask again' },
  );

/**
 * Sends a round and goes to the dashboard as soon as it is stored: the replies stream there. Leaving the line is no
 * cancel.
 */
function useNewRound<Call>(
  send: (call: Call) => AsyncIterable<{ event: string }>,
  titles: { success: string; failure: string },
) {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (call: Call) => {
      for await (const { event } of send(call)) {
        if (event === 'accepted') return;
      }
    },
    onSuccess: async () => {
      await client.resetQueries({ queryKey: [listConversations.path] });
      toast({ title: titles.success, description: 'The replies arrive on the dashboard.', variant: 'success' });
      await navigate(paths.dashboard.href());
    },
    onError: (fault) => {
      const description = fault instanceof ApiError ? fault.sentence : fault.message;
      toast({ title: titles.failure, description, variant: 'destructive' });
    },
  });
}
