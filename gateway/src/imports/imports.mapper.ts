import type { Conversation, Message } from '@polylogue/api-contract';
import {
  Conversation as ProtoConversation,
  costSource,
  Message as ProtoMessage,
  messageRole,
  replyStatus,
} from '@polylogue/proto';

/** A conversation of a file, as conversation stores it. */
export function fromConversation(conversation: Conversation): ProtoConversation {
  const { id, aiService, title, messages, createdAt, updatedAt } = conversation;
  return ProtoConversation.fromPartial({
    ...{ id, title, aiService: aiService.name, messages: messages.map(fromMessage) },
    ...{ createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) },
  });
}

function fromMessage(message: Message): ProtoMessage {
  const { id, role, content, timestamp, status, broadcastId, usage, cost, tokens, media = [], ...rest } = message;
  const { responseTime, firstTokenTime, stopReason, error, errorCode } = rest;
  return ProtoMessage.fromPartial({
    ...{ id, content, broadcastId, stopReason, error, errorCode },
    media: media.map(({ id, type, name }) => ({ id, type, name })),
    ...{ role: messageRole.fromWord(role), status: replyStatus.fromWord(status), createdAt: new Date(timestamp) },
    ...{ responseTimeMs: whole(responseTime), firstTokenMs: whole(firstTokenTime) },
    usage:
      usage || tokens !== undefined
        ? {
            inputTokens: usage?.input ?? undefined,
            outputTokens: usage?.output ?? undefined,
            totalTokens: usage ? (usage.total ?? undefined) : tokens,
          }
        : undefined,
    cost: cost && { ...cost, source: costSource.fromWord(cost.source) },
  });
}

const whole = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : Math.round(ms));
