import type { AiServiceLabel, ExportedConversation, ExportedMessage } from '@polylogue/api-contract';
import {
  messageRole,
  replyStatus,
  type Conversation as ProtoConversation,
  type Message as ProtoMessage,
} from '@polylogue/proto';
import { toAnswerSettings } from '../answer-presets/answer-presets.mapper.js';
import { authorOf, toGeneration } from '../messages/generation.mapper.js';
import { toAttachments } from '../files/attachments.mapper.js';
import { toCost, toMedia, toTokens, toUsage } from '../messages/messages.mapper.js';
import { toTime } from '../http/to-time.js';

export type LabelOf = (name: string) => AiServiceLabel;

/** Files come with their text where it was requested. */
export function toConversation(conversation: ProtoConversation, labelOf: LabelOf): ExportedConversation {
  const aiService = labelOf(conversation.aiService);
  return {
    id: conversation.id,
    aiService,
    title: conversation.title,
    comparison: toPartOfComparison(conversation),
    messages: conversation.messages.map((message) => toMessage(message, aiService, labelOf)),
    createdAt: toTime(conversation.createdAt),
    updatedAt: toTime(conversation.updatedAt),
  };
}

export function toMessage(message: ProtoMessage, aiService: AiServiceLabel, labelOf: LabelOf): ExportedMessage {
  const { author, generation } = message;
  const role = messageRole.toWord(message.role);
  return {
    id: message.id,
    role,
    content: message.content,
    timestamp: toTime(message.createdAt),
    status: replyStatus.toWord(message.status),
    broadcastId: message.broadcastId,
    ...toAttachments(message),
    media: toMedia(message.media),
    author: role === 'assistant' ? authorOf(author, generation, aiService, labelOf) : undefined,
    pinned: message.pinned || undefined,
    waiting: message.waiting || undefined,
    responseTime: message.responseTimeMs,
    firstTokenTime: message.firstTokenMs,
    tokens: toTokens(message.usage),
    usage: toUsage(message.usage),
    cost: toCost(message.cost),
    stopReason: message.stopReason,
    generation: toGeneration(generation),
    error: message.error,
    errorCode: message.errorCode,
  };
}

function toPartOfComparison({ comparison }: ProtoConversation): ExportedConversation['comparison'] {
  if (!comparison) return undefined;
  const { id, title, isStarred, tags, settings } = comparison;
  return {
    id,
    title,
    starred: isStarred || undefined,
    tags: tags.length > 0 ? tags : undefined,
    settings: settings && toAnswerSettings(settings),
  };
}
