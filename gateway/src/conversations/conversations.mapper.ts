import type { AiServiceLabel, ExportedConversation, ExportedMessage } from '@polylogue/api-contract';
import {
  messageRole,
  replyStatus,
  type Conversation as ProtoConversation,
  type Message as ProtoMessage,
} from '@polylogue/proto';
import { toCost, toMedia, toTokens, toUsage } from '../messages/messages.mapper.js';

/** Files come with their text where it was requested. */
export function toConversation(conversation: ProtoConversation, aiService: AiServiceLabel): ExportedConversation {
  return {
    id: conversation.id,
    aiService,
    title: conversation.title,
    messages: conversation.messages.map(toMessage),
    createdAt: toTime(conversation.createdAt),
    updatedAt: toTime(conversation.updatedAt),
  };
}

export function toMessage(message: ProtoMessage): ExportedMessage {
  return {
    id: message.id,
    role: messageRole.toWord(message.role),
    content: message.content,
    timestamp: toTime(message.createdAt),
    status: replyStatus.toWord(message.status),
    broadcastId: message.broadcastId,
    attachment: message.attachment,
    media: toMedia(message.media),
    pinned: message.pinned || undefined,
    responseTime: message.responseTimeMs,
    firstTokenTime: message.firstTokenMs,
    tokens: toTokens(message.usage),
    usage: toUsage(message.usage),
    cost: toCost(message.cost),
    stopReason: message.stopReason,
    error: message.error,
    errorCode: message.errorCode,
  };
}

function toTime(date: Date | undefined): string {
  if (!date) throw new RangeError('A conversation and its messages have times.');
  return date.toISOString();
}
