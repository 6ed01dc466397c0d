import { listConversations, pinReply, type Conversation } from '@polylogue/api-contract';
import { ApiError, toast, useApiMutation } from '@polylogue/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { pinnedAs } from './pin.rules.js';

/** Pins the best reply of a broadcast, or takes the pin away; shown at once. */
export function usePin(): (broadcastId: string, messageId: string | null) => void {
  const client = useQueryClient();
  const { mutate } = useApiMutation(pinReply, { refreshes: [[listConversations.path]] });
  return useCallback(
    (broadcastId, messageId) =>
      mutate(
        { parameters: { id: broadcastId }, body: { messageId } },
        {
          onSuccess: () => {
            client.setQueriesData<Conversation[]>({ queryKey: [listConversations.path] }, (known) =>
              pinnedAs(known, broadcastId, messageId),
            );
          },
          onError: (fault) =>
            void toast({
              title: messageId === null ? 'The reply could not be unpinned' : 'The reply could not be pinned',
              description: fault instanceof ApiError ? fault.sentence : String(fault),
              variant: 'destructive',
            }),
        },
      ),
    [client, mutate],
  );
}
