import {
  continueConversation,
  listConversations,
  type BodyOf,
  type BroadcastStreamEvent,
} from '@polylogue/api-contract';
import { ApiError, eventStream, paths, toast } from '@polylogue/web-kit';
import { useNavigate } from '@polylogue/web-kit/router';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * Sends the message and goes to the dashboard as soon as it is stored: the replies stream there. Leaving the line is no
 * cancel.
 */
export function useContinue() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      body,
      idempotencyKey,
    }: {
      body: BodyOf<typeof continueConversation>;
      idempotencyKey: string;
    }) => {
      for await (const { event } of eventStream<BroadcastStreamEvent>(continueConversation, { body, idempotencyKey })) {
        if (event === 'accepted') return;
      }
    },
    onSuccess: async () => {
      await client.resetQueries({ queryKey: [listConversations.path] });
      toast({
        title: 'Conversation continued',
        description: 'The replies arrive on the dashboard.',
        variant: 'success',
      });
      await navigate(paths.dashboard.href());
    },
    onError: (fault) => {
      const description = fault instanceof ApiError ? fault.sentence : fault.message;
      toast({ title: 'Failed to continue conversation', description, variant: 'destructive' });
    },
  });
}
