import { listConversations, pinReply, type Conversation } from '@polylogue/api-contract';
import { apiClient, ApiError, toast } from '@polylogue/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pin, PinOff } from 'lucide-react';
import { MenuItem } from '../../controls/more-menu.js';
import { refreshConversations } from '../../dashboard.api.js';
import type { ActionProps } from './panel-replies.rules.js';

/** Marks this reply as the best one of its round, or takes the mark away. */
export function PinReply({ replies: { finished } }: ActionProps) {
  const pin = usePin();
  const { messageId, broadcastId, isPinned } = finished ?? {};
  if (messageId === undefined || broadcastId === undefined) return null;
  return isPinned ? (
    <MenuItem label="Unpin" icon={PinOff} onChoose={() => pin({ broadcastId, messageId: null })} />
  ) : (
    <MenuItem label="Pin as best reply" icon={Pin} onChoose={() => pin({ broadcastId, messageId })} />
  );
}

interface Pinned {
  broadcastId: string;
  /** Null takes the pin away. */
  messageId: string | null;
}

function usePin(): (pinned: Pinned) => void {
  const client = useQueryClient();
  // Callbacks given to `mutate` itself would be lost with the menu, which closes before the answer comes.
  const { mutate } = useMutation({
    mutationFn: ({ broadcastId, messageId }: Pinned) =>
      apiClient(pinReply, { parameters: { id: broadcastId }, body: { messageId } }),
    onSuccess: (_answer, pinned) => {
      for (const [queryKey, known] of client.getQueriesData<Conversation[]>({ queryKey: [listConversations.path] })) {
        // They count as read when they were: what has ended since is not among them.
        const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt;
        client.setQueryData(queryKey, withPin(known, pinned), { updatedAt });
      }
      void refreshConversations(client);
    },
    onError: (fault, { messageId }) =>
      void toast({
        title: messageId === null ? 'The reply could not be unpinned' : 'The reply could not be pinned',
        description: fault instanceof ApiError ? fault.sentence : String(fault),
        variant: 'destructive',
      }),
  });
  return mutate;
}

/** The conversations with the pin, shown until they are read again. */
function withPin(
  conversations: Conversation[] | undefined,
  { broadcastId, messageId }: Pinned,
): Conversation[] | undefined {
  return conversations?.map((conversation) => ({
    ...conversation,
    messages: conversation.messages.map((message) =>
      message.role === 'assistant' && message.broadcastId === broadcastId
        ? { ...message, pinned: message.id === messageId }
        : message,
    ),
  }));
}
