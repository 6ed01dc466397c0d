import {
  costSource,
  DrawnPages,
  fromStored,
  messageRole,
  Picture,
  replyStatus,
  type Attachment,
  type Conversation,
  type Message,
} from '@polylogue/proto';
import { fromEndColumns } from '../live/ended-reply.mapper.js';
import type { ConversationRow, MessageRow } from './conversations.repository.js';

export function toConversation(row: Omit<ConversationRow, 'cursor'>, messages: readonly MessageRow[]): Conversation {
  return {
    id: row.id,
    aiService: row.ai_service,
    title: row.title,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    messages: messages.map(toMessage),
  };
}

export function toMessage(row: MessageRow): Message {
  const message = {
    id: row.id,
    role: messageRole.fromWord(row.role),
    content: row.content,
    createdAt: row.created_at,
    broadcastId: row.broadcast_id ?? undefined,
    ...attachmentsOf(row),
    pinned: row.pinned || undefined,
    media: row.media ?? [],
    author: row.author ?? undefined,
  };
  if (row.status === 'pending') {
    const status = replyStatus.fromWord(row.content === '' ? 'pending' : 'streaming');
    return { ...message, status, waiting: row.waits || undefined };
  }
  const { status, cost, responseTimeMs: _none, media: _media, ...end } = fromEndColumns(row);
  return {
    ...message,
    ...end,
    status: replyStatus.fromWord(status),
    // A user's message took no time; nor did a reply that was copied from another service's conversation.
    responseTimeMs: row.response_time_ms ?? undefined,
    cost: cost && { ...cost, source: costSource.fromWord(cost.source) },
  };
}

function attachmentsOf({ attachments: rows }: MessageRow): Pick<Message, 'attachment' | 'moreAttachments'> {
  const [attachment, ...attachments] = (rows ?? []).map(({ picture, pages, ...file }): Attachment => {
    return { ...file, picture: fromStored(Picture, picture), pages: fromStored(DrawnPages, pages) };
  });
  return { attachment, moreAttachments: attachments.length > 0 ? { attachments } : undefined };
}
