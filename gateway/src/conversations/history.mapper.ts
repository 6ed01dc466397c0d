import type { ConversationView, FoundConversation, listConversations } from '@polylogue/api-contract';
import {
  FindConversationsRequest,
  messagesWanted,
  SortKey,
  type FoundConversation as ProtoFound,
  type Sibling as ProtoSibling,
} from '@polylogue/proto';
import type { z } from 'zod';
import { toConversation, toMessage, type LabelOf } from './conversations.mapper.js';

export type ListQuery = z.output<NonNullable<(typeof listConversations)['query']>>;

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
  return Object.assign(toConversation(conversation, labelOf), {
    messageCount,
    preview,
    snippet,
  });
}

/** Only what answered a message that others got too stands beside it. */
export function toSiblings(siblings: readonly ProtoSibling[], labelOf: LabelOf): ConversationView['siblings'] {
  return siblings.flatMap(({ aiService, conversationId, message }) => {
    const broadcastId = message?.broadcastId;
    if (!message || broadcastId === undefined) return [];
    const label = labelOf(aiService);
    return [{ broadcastId, conversationId, aiService: label, message: toMessage(message, label, labelOf) }];
  });
}
