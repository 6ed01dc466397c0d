import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';

/** Lays the threads of a continued conversation ready on the dashboard; the message itself is sent as any other. */
@Injectable()
export class ContinueRepository {
  /** False when there is no such conversation. */
  async layOut(tx: Transaction, userId: string, conversationId: string, aiServices: readonly string[]) {
    const [named] = await tx.query<{ ai_service: string; title: string }[]>(
      'SELECT ai_service, title FROM conversations WHERE id = $2 AND user_id = $1',
      [userId, conversationId],
    );
    if (!named) return false;
    // What stood there stays in history.
    await tx.query(
      `WITH replaced AS (
         SELECT id FROM conversations WHERE user_id = $1 AND ai_service = ANY($2::text[]) AND (on_dashboard OR id = $3)
         ORDER BY ai_service, id FOR UPDATE
       ), left_out AS (
         UPDATE conversations c SET on_dashboard = false FROM replaced r WHERE c.id = r.id AND c.id <> $3 RETURNING 1
       ) SELECT 1 FROM left_out`,
      [userId, aiServices, conversationId],
    );
    if (aiServices.includes(named.ai_service)) {
      await tx.query('UPDATE conversations SET on_dashboard = true WHERE id = $2 AND user_id = $1', [
        userId,
        conversationId,
      ]);
    }
    const others = aiServices.filter((name) => name !== named.ai_service);
    for (const name of others) await this.#copy(tx, userId, conversationId, name, named.title);
    return true;
  }

  // The copies belong to no broadcast: they are history for this service, not replies it gave.
  async #copy(tx: Transaction, userId: string, conversationId: string, aiService: string, title: string) {
    const copyId = uuid();
    await tx.query('INSERT INTO conversations (id, user_id, ai_service, title) VALUES ($1, $2, $3, $4)', [
      copyId,
      userId,
      aiService,
      title,
    ]);
    const turns = await tx.query<{ id: string }[]>(
      `SELECT id FROM messages WHERE conversation_id = $2 AND user_id = $1 AND status <> 'pending' ORDER BY position`,
      [userId, conversationId],
    );
    await tx.query(
      `INSERT INTO messages (id, user_id, conversation_id, role, content, status, created_at, ended_at, attachment_id, media)
       SELECT copy.id, $1, $2, m.role, m.content, m.status, m.created_at, m.ended_at, m.attachment_id, m.media
       FROM unnest($3::uuid[], $4::uuid[]) WITH ORDINALITY AS copy (of, id, turn)
       JOIN messages m ON m.id = copy.of ORDER BY copy.turn`,
      [userId, copyId, turns.map(({ id }) => id), turns.map(() => uuid())],
    );
  }
}
