import { costSource, messageRole, ReplyStatus, replyStatus, type Conversation, type Message } from '@polylogue/proto';
import { v5 as uuidOf } from 'uuid';
import { badImport } from '../history/history.errors.js';
import { isUuid } from '../broadcasts/ids.rules.js';

const longestContent = 2 * 1024 * 1024;
const nameShape = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export type ImportedMessage = ReturnType<typeof toImportedMessage>;

/** A conversation as the rows it becomes; the same file gives the same ids to the same user, and other ids to others. */
export function toImported(userId: string, conversation: Conversation) {
  const { id, aiService, title, createdAt, updatedAt, messages } = conversation;
  if (!isUuid(id) || !nameShape.test(aiService) || !createdAt || !updatedAt) {
    throw badImport('A conversation in the file has no valid id, AI service or time.');
  }
  const newId = uuidOf(id.toLowerCase(), userId);
  return {
    ...{
      id: newId,
      originalId: id.toLowerCase(),
      aiService,
      title: withoutNul(title).slice(0, 500),
      createdAt,
      updatedAt,
    },
    messages: messages.map((message, at) => toImportedMessage(userId, newId, message, at)),
  };
}

function toImportedMessage(userId: string, conversationId: string, message: Message, at: number) {
  const { createdAt, broadcastId, usage, cost } = message;
  if (!createdAt || message.content.length > longestContent) {
    throw badImport('A message in the file has no time, or is longer than any reply can be.');
  }
  const role = messageRole.toWord(message.role);
  return {
    id: uuidOf(`${conversationId}/${at}`, userId),
    conversation_id: conversationId,
    broadcast_id: broadcastId && isUuid(broadcastId) ? uuidOf(broadcastId.toLowerCase(), userId) : null,
    ...{ role, content: withoutNul(message.content), created_at: createdAt },
    status: role === 'user' ? 'completed' : statusOf(message),
    response_time_ms: message.responseTimeMs ?? null,
    first_token_ms: message.firstTokenMs ?? null,
    input_tokens: usage?.inputTokens ?? null,
    output_tokens: usage?.outputTokens ?? null,
    total_tokens: usage?.totalTokens ?? null,
    cost_amount: cost?.amount ?? null,
    cost_currency: cost?.currency ?? null,
    cost_source: cost ? costSource.toWord(cost.source) : null,
    stop_reason: message.stopReason ?? null,
    error_code: message.errorCode ?? null,
    error: message.error ?? null,
  };
}

// Nobody writes on at a reply that was still open when it was exported.
function statusOf({ status, content }: Message): string {
  const isOpen = status === ReplyStatus.PENDING || status === ReplyStatus.STREAMING;
  return isOpen ? (content === '' ? 'failed' : 'interrupted') : replyStatus.toWord(status);
}

const withoutNul = (text: string) => text.replaceAll('\0', '\uFFFD');
