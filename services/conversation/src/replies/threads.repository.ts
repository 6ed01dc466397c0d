import { Injectable } from '@nestjs/common';
import { fromStored, Generation } from '@polylogue/proto';
import type { Transaction } from '@polylogue/service-kit';
import { threadOf, type ThreadMessage, type HistoryMessage } from './thread.rules.js';

/** The files of a message `m` in their order, as its prompt needs them. */
export const filesOfMessage = `CASE WHEN m.attachment_id IS NOT NULL THEN (
    SELECT json_agg(json_build_object('name', f.name, 'text', f.body, 'picture', f.picture, 'pages', f.pages) ORDER BY f.place)
    FROM attachments f WHERE f.id = m.attachment_id OR f.first_id = m.attachment_id
  ) END`;

/** Who wrote a message `m` of another service's conversation; null for the conversation's own. */
export const authorOfMessage = `CASE WHEN m.author IS NOT NULL THEN coalesce(m.generation->>'displayName', m.author) END`;

interface ThreadRow extends HistoryMessage {
  is_question: boolean;
  ai_service: string;
  /** How the reply was generated, with its question. */
  generation: unknown;
}

/** The messages that a reply was dispatched with, read back; every method takes the user. */
@Injectable()
export class ThreadsRepository {
  /** The exact messages sent for a reply, without those that came later, and how it was generated. Undefined when there is no such reply. */
  async find(tx: Transaction, userId: string, messageId: string) {
    const rows = await this.#rows(tx, userId, messageId);
    const question = rows.find(({ is_question }) => is_question);
    return (
      question && {
        aiService: question.ai_service,
        thread: sentFor(rows, question),
        generation: fromStored(Generation, question.generation),
      }
    );
  }

  /** The messages that stood before the question of a reply when it was sent, oldest first. */
  async before(tx: Transaction, userId: string, messageId: string): Promise<HistoryMessage[]> {
    return (await this.#rows(tx, userId, messageId)).filter(({ is_question }) => !is_question);
  }

  /** The question of a reply and what stood before it. */
  #rows(tx: Transaction, userId: string, messageId: string): Promise<ThreadRow[]> {
    return tx.query<ThreadRow[]>(
      `SELECT d.ai_service, m.role, m.id = q.id AS is_question, ${filesOfMessage} AS files,
         ${authorOfMessage} AS author,
         CASE WHEN m.id = q.id THEN r.generation - ARRAY['reasoning', 'sources'] END AS generation,
         CASE WHEN m.id = ANY(d.left_out) THEN '' ELSE m.content END AS content
       FROM dispatches d
       JOIN messages r ON r.id = d.message_id
       JOIN broadcasts b ON b.id = d.broadcast_id
       JOIN messages q ON q.conversation_id = r.conversation_id AND q.broadcast_id = d.broadcast_id AND q.role = 'user'
       JOIN messages m ON m.conversation_id = r.conversation_id AND m.user_id = $1 AND (m.id = q.id OR (
         m.position < q.position AND m.position <= coalesce(d.context_until, m.position)
         AND (b.retry_of IS NULL OR m.broadcast_id IS DISTINCT FROM b.retry_of)))
       WHERE d.message_id = $2 AND d.user_id = $1
       ORDER BY m.position`,
      [userId, messageId],
    );
  }
}

function sentFor(rows: readonly ThreadRow[], question: HistoryMessage): ThreadMessage[] {
  return threadOf(
    rows.filter((row) => row !== question),
    question.content,
    question.files,
  );
}
