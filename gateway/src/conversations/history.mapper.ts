import type { AiServiceLabel, ConversationView, FoundConversation, listConversations } from '@polylogue/api-contract';
import {
  FindConversationsRequest,
  messagesWanted,
  SortKey,
  type ConversationView as ProtoView,
  type FoundConversation as ProtoFound,
} from '@polylogue/proto';
import type { z } from 'zod';
import { toConversation, toMessage } from './conversations.mapper.js';

export type ListQuery = z.output<NonNullable<(typeof listConversations)['query']>>;
type LabelOf = (name: string) => AiServiceLabel;

const sortKeys = {
  updatedAt: SortKey.UPDATED_AT,
  createdAt: SortKey.CREATED_AT,
  aiService: SortKey.AI_SERVICE,
  lastMessage: SortKey.LAST_MESSAGE,
  messageCount: SortKey.MESSAGE_COUNT,
} as const;

export function toFindRequest(query: ListQuery): FindConversationsRequest {
  const { sort = 'updatedAt', order = 'desc', messages = 'full', service, since, ...rest } = query;
  return FindConversationsRequest.fromPartial({
    ...rest,
    sort: sortKeys[sort],
    ascending: order === 'asc',
    messages: messagesWanted.fromWord(messages),
    aiService: service ?? '',
    since: since === undefined ? undefined : new Date(since),
  });
}

export function toFound(
  { conversation, messageCount, preview, snippet }: ProtoFound,
  labelOf: LabelOf,
): FoundConversation {
  if (!conversation) throw new RangeError('What was found is a conversation.');
  return Object.assign(toConversation(conversation, labelOf(conversation.aiService)), {
    messageCount,
    preview,
    snippet,
  });
}

export function toView({ conversation, siblings }: ProtoView, labelOf: LabelOf): ConversationView {
  if (!conversation) throw new RangeError('A view is of a conversation.');
  return {
    ...toConversation(conversation, labelOf(conversation.aiService)),
    siblings: siblings.flatMap(({ aiService, conversationId, message }) =>
      message?.broadcastId === undefined
        ? []
        : [
            {
              broadcastId: message.broadcastId,
              conversationId,
              aiService: labelOf(aiService),
              message: toMessage(message),
            },
          ],
    ),
  };
}
