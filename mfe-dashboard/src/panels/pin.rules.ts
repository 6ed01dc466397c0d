import type { Conversation } from '@polylogue/api-contract';

/** The conversations with `messageId` as the one pinned reply of its broadcast. */
export function pinnedAs(
  conversations: Conversation[] | undefined,
  broadcastId: string,
  messageId: string | null,
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
