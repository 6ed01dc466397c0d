import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { ConversationRow } from '../conversations/conversations.repository.js';

/** A message that is shown, and how long its text is. */
export interface Shown {
  id: string;
  bytes: number;
}

/** A reply of another service to the same message. */
export interface ShownSibling extends Shown {
  conversation_id: string;
  ai_service: string;
}

/** What is shown of one conversation: which messages, not yet their texts. */
@Injectable()
export class ViewRepository {
  async findOne(tx: Transaction, userId: string, id: string): Promise<ConversationRow | undefined> {
    const [row] = await tx.query<ConversationRow[]>(
      'SELECT id, ai_service, title, created_at, updated_at FROM conversations WHERE id = $2 AND user_id = $1',
      [userId, id],
    );
    return row;
  }

  messages(tx: Transaction, userId: string, conversationId: string) {
    return tx.query<Shown[]>(
      `SELECT id, octet_length(content) AS bytes FROM messages WHERE conversation_id = $2 AND user_id = $1
       ORDER BY position`,
      [userId, conversationId],
    );
  }

  /** The messages of some conversations in the order of these, with how long they are with the texts of their files. */
  threads(tx: Transaction, userId: string, conversationIds: readonly string[]) {
    return tx.query<Shown[]>(
      `SELECT m.id, octet_length(m.content) + coalesce(CASE WHEN m.attachment_id IS NOT NULL THEN (
           SELECT sum(octet_length(f.body)) FROM attachments f WHERE f.id = m.attachment_id OR f.first_id = m.attachment_id
         ) END, 0)::integer AS bytes
       FROM unnest($2::uuid[]) WITH ORDINALITY AS c (id, nr)
       JOIN messages m ON m.conversation_id = c.id AND m.user_id = $1
       ORDER BY c.nr, m.position`,
      [userId, conversationIds],
    );
  }

  /** In the order of that broadcast's targets. */
  siblings(tx: Transaction, userId: string, conversationId: string) {
    return tx.query<ShownSibling[]>(
      `SELECT s.id, octet_length(s.content) AS bytes, s.conversation_id, c.ai_service FROM messages m
       JOIN messages s ON s.broadcast_id = m.broadcast_id AND s.role = 'assistant' AND s.conversation_id <> $2
         AND s.user_id = $1
       JOIN conversations c ON c.id = s.conversation_id
       WHERE m.conversation_id = $2 AND m.user_id = $1 AND m.role = 'assistant' ORDER BY m.position, s.position`,
      [userId, conversationId],
    );
  }
}
