import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { MediaRef } from '../live/broadcast.entity.js';
import { endColumnNames, type EndColumns } from '../live/ended-reply.mapper.js';

export interface ConversationRow {
  id: string;
  ai_service: string;
  title: string;
  created_at: Date;
  updated_at: Date;
  /** `updated_at` with all its digits: where the next page begins. */
  cursor: string;
}

export interface MessageRow extends EndColumns {
  media: MediaRef[] | null;
  id: string;
  conversation_id: string;
  broadcast_id: string | null;
  role: 'user' | 'assistant';
  content: string;
  created_at: Date;
  /** The files of a user's message, in their order. */
  attachments: { name: string; size: number; type: string; text?: string; picture: unknown; pages: unknown }[] | null;
  /** For the reply before it. */
  waits: boolean;
  pinned: boolean;
  /** The service that wrote it, where it is not the conversation's own. */
  author: string | null;
}

/** Where a page ended. */
export type Cursor = Pick<ConversationRow, 'cursor' | 'id'>;

@Injectable()
export class ConversationsRepository {
  /** Newest activity first, after the cursor. */
  list(
    tx: Transaction,
    userId: string,
    includeAll: boolean,
    limit: number,
    after?: Cursor,
  ): Promise<ConversationRow[]> {
    return tx.query<ConversationRow[]>(
      `SELECT id, ai_service, title, created_at, updated_at, updated_at::text AS cursor FROM conversations
       WHERE user_id = $1 AND ($2 OR on_dashboard)
         AND ($4::timestamptz IS NULL OR (updated_at, id) < ($4::timestamptz, $5::uuid))
       ORDER BY updated_at DESC, id DESC LIMIT $3`,
      [userId, includeAll, limit, after?.cursor ?? null, after?.id ?? null],
    );
  }

  /**
   * The messages of some conversations, oldest first; replies still open with the text that is stored of them, files
   * without theirs.
   */
  listMessages(tx: Transaction, userId: string, conversationIds: readonly string[]): Promise<MessageRow[]> {
    return tx.query<MessageRow[]>(
      `SELECT ${messageColumns} FROM messages m
       WHERE m.user_id = $1 AND m.conversation_id = ANY($2::uuid[])
       ORDER BY m.conversation_id, m.position`,
      [userId, conversationIds],
    );
  }

  /** The last message of each of some conversations. */
  listLast(tx: Transaction, userId: string, conversationIds: readonly string[]): Promise<MessageRow[]> {
    return tx.query<MessageRow[]>(
      `SELECT m.* FROM unnest($2::uuid[]) AS c (id) CROSS JOIN LATERAL (
         SELECT ${messageColumns} FROM messages m WHERE m.conversation_id = c.id AND m.user_id = $1
         ORDER BY m.position DESC LIMIT 1
       ) m`,
      [userId, conversationIds],
    );
  }

  listByIds(
    tx: Transaction,
    userId: string,
    ids: readonly string[],
    { withFileTexts = false } = {},
  ): Promise<MessageRow[]> {
    return tx.query<MessageRow[]>(
      `SELECT ${withFileTexts ? columnsWithFileTexts : messageColumns} FROM messages m WHERE m.user_id = $1 AND m.id = ANY($2::uuid[])`,
      [userId, ids],
    );
  }
}

const messageColumnsWith = (
  ofFile: string,
) => `m.id, m.conversation_id, m.broadcast_id, m.role, m.created_at, m.media, m.author, ${endColumnNames},
  CASE WHEN m.status = 'pending' THEN coalesce((
    SELECT string_agg(p.body, '' ORDER BY p.fence, p.seq) FROM reply_parts p
    JOIN dispatches d ON d.message_id = p.message_id AND p.fence >= d.text_fence WHERE p.message_id = m.id
  ), '') ELSE m.content END AS content,
  CASE WHEN m.attachment_id IS NOT NULL THEN (
    SELECT json_agg(json_build_object(${ofFile}) ORDER BY f.place) FROM attachments f
    WHERE f.id = m.attachment_id OR f.first_id = m.attachment_id
  ) END AS attachments,
  m.status = 'pending' AND EXISTS (
    SELECT FROM dispatches w WHERE w.message_id = m.id AND w.waits_for IS NOT NULL
  ) AS waits,
  m.role = 'assistant' AND EXISTS (SELECT FROM pins WHERE pins.message_id = m.id) AS pinned`;
const shownOfFile = `'name', f.name, 'size', f.size, 'type', f.type, 'picture', f.picture, 'pages', f.pages`;
const messageColumns = messageColumnsWith(shownOfFile);
const columnsWithFileTexts = messageColumnsWith(`${shownOfFile}, 'text', f.body`);
