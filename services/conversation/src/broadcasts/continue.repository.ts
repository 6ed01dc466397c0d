import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import { titleOf } from './send-message.rules.js';

interface SummaryRow {
  id: string;
  ai_service: string;
  question: string | null;
}

interface Continued {
  id: string;
  ai_service: string;
  title: string;
}

/** Puts the threads of a continued conversation on the dashboard; the message itself is sent as any other. */
@Injectable()
export class ContinueRepository {
  /**
   * False when there is no such conversation. To other services alone it begins the comparison `id`, in which they answer as in
   * its own.
   */
  async placeOnDashboard(
    tx: Transaction,
    userId: string,
    id: string,
    { conversationId, aiServices }: { conversationId: string; aiServices: readonly string[] },
  ): Promise<boolean> {
    const named = await this.#find(tx, userId, conversationId);
    if (!named) return false;
    const slots = await this.#lockSlots(tx, userId, [...new Set([...aiServices, named.ai_service])]);
    if (!(await this.#lock(tx, userId, conversationId))) return false;
    await this.#clear(tx, userId, conversationId, aiServices, slots);
    if (aiServices.includes(named.ai_service)) {
      await tx.query('UPDATE conversations SET on_dashboard = true WHERE id = $2 AND user_id = $1', [
        userId,
        conversationId,
      ]);
    }
    const others = aiServices.filter((name) => name !== named.ai_service);
    if (others.length === aiServices.length) await this.#inheritSettings(tx, userId, conversationId, id);
    for (const name of others) await this.#copy(tx, userId, { id: conversationId, ...named }, name);
    return true;
  }

  /** Puts new conversations on the dashboard that begin with a question and the summary of its replies. */
  async beginWithSummary(tx: Transaction, userId: string, summaryId: string, aiServices: readonly string[]) {
    const summary = await this.#findSummary(tx, userId, summaryId);
    if (!summary) return false;
    const slots = await this.#lockSlots(tx, userId, aiServices);
    await this.#clear(tx, userId, undefined, aiServices, slots);
    for (const name of aiServices) await this.#beginWith(tx, userId, summary, name);
    return true;
  }

  /**
   * Puts new conversations on the dashboard that begin with what was sent before the question of a round: each service
   * with its own thread, one that was not asked then with that of the first. They become the comparison `id`, in which
   * services answer as in that of the round. False when the round is gone.
   */
  async beginWithContext(
    tx: Transaction,
    userId: string,
    id: string,
    { replayedId: broadcastId, aiServices }: { replayedId: string; aiServices: readonly string[] },
  ): Promise<boolean> {
    const contexts = await this.#findContexts(tx, userId, broadcastId);
    const [first] = contexts;
    if (!first) return false;
    const slots = await this.#lockSlots(tx, userId, aiServices);
    await this.#clear(tx, userId, undefined, aiServices, slots);
    for (const name of aiServices) {
      const context = contexts.find(({ ai_service }) => ai_service === name) ?? first;
      await this.#copy(tx, userId, context, name, context.message_ids);
    }
    await this.#inheritSettings(tx, userId, first.id, id);
    return true;
  }

  /** Gives the comparison `id`, which is to begin, the settings of that of a conversation. */
  async #inheritSettings(tx: Transaction, userId: string, conversationId: string, id: string): Promise<void> {
    await tx.query(
      `INSERT INTO comparisons (user_id, id, settings)
       SELECT g.user_id, $3, g.settings FROM conversations c
       JOIN comparisons g ON g.user_id = c.user_id AND g.id = c.comparison_id
       WHERE c.user_id = $1 AND c.id = $2 AND g.settings IS NOT NULL`,
      [userId, conversationId, id],
    );
  }

  /** What each service of a round was sent before the question: its conversation, and which messages of it. */
  #findContexts(tx: Transaction, userId: string, broadcastId: string) {
    return tx.query<(Continued & { message_ids: string[] })[]>(
      `SELECT c.id, d.ai_service, c.title, coalesce(sent.ids, '{}') AS message_ids
       FROM dispatches d
       JOIN messages r ON r.id = d.message_id
       JOIN broadcasts b ON b.id = d.broadcast_id
       JOIN conversations c ON c.id = r.conversation_id
       JOIN messages q ON q.conversation_id = r.conversation_id AND q.broadcast_id = d.broadcast_id AND q.role = 'user'
       LEFT JOIN LATERAL (
         SELECT array_agg(m.id ORDER BY m.position) AS ids FROM messages m
         WHERE m.conversation_id = c.id AND m.user_id = $1 AND m.status <> 'pending' AND m.position < q.position
           AND m.position <= coalesce(d.context_until, m.position) AND m.id <> ALL(d.left_out)
           AND (b.retry_of IS NULL OR m.broadcast_id IS DISTINCT FROM b.retry_of)
       ) sent ON true
       WHERE d.broadcast_id = $2 AND d.user_id = $1 ORDER BY d.place`,
      [userId, broadcastId],
    );
  }

  /** Of a summary that has ended with some text. */
  async #findSummary(tx: Transaction, userId: string, summaryId: string) {
    const [row] = await tx.query<SummaryRow[]>(
      `SELECT s.id, s.ai_service, s.status, (
           SELECT string_agg(q.content, E'\\n\\n' ORDER BY q.position) FROM (
             SELECT DISTINCT ON (asked.content) asked.content, asked.position
             FROM messages r CROSS JOIN LATERAL (
               SELECT m.content, m.position FROM messages m
               WHERE m.conversation_id = r.conversation_id AND m.role = 'user' AND m.position < r.position
               ORDER BY m.position DESC LIMIT 1
             ) asked WHERE r.id = ANY(s.message_ids) AND r.user_id = $1 ORDER BY asked.content, asked.position
           ) q
         ) AS question
       FROM round_summaries s WHERE s.user_id = $1 AND s.id = $2 AND s.status <> 'pending' AND s.content <> ''`,
      [userId, summaryId],
    );
    return row;
  }

  async #beginWith(tx: Transaction, userId: string, { id, ai_service, question }: SummaryRow, aiService: string) {
    const conversationId = uuid();
    const asked = question ?? '';
    await tx.query('INSERT INTO conversations (id, user_id, ai_service, title) VALUES ($1, $2, $3, $4)', [
      conversationId,
      userId,
      aiService,
      titleOf(asked),
    ]);
    await tx.query(
      `INSERT INTO messages (id, user_id, conversation_id, role, content, status, ended_at)
       VALUES ($1, $2, $3, 'user', $4, 'completed', now())`,
      [uuid(), userId, conversationId, asked],
    );
    await tx.query(
      `INSERT INTO messages (id, user_id, conversation_id, role, content, status, ended_at, generation, author)
       SELECT $1, $2, $3, 'assistant', content, status, now(), generation, $5
       FROM round_summaries WHERE id = $4 AND user_id = $2`,
      [uuid(), userId, conversationId, id, ai_service === aiService ? null : ai_service],
    );
  }

  async #find(tx: Transaction, userId: string, conversationId: string) {
    const [row] = await tx.query<{ ai_service: string; title: string }[]>(
      'SELECT ai_service, title FROM conversations WHERE user_id = $1 AND id = $2',
      [userId, conversationId],
    );
    return row;
  }

  /**
   * Every writer locks the slots of the dashboard by the name of their service, and a conversation in history after them:
   * in any other order a continue and a message to the same services wait for each other until Postgres ends one of them.
   * An empty slot is held by a row of this transaction, so that no conversation can appear in it before this transaction has filled it.
   */
  async #lockSlots(tx: Transaction, userId: string, aiServices: readonly string[]): Promise<string[]> {
    const holders = aiServices.map(() => uuid());
    const slots = await tx.query<{ id: string }[]>(
      `INSERT INTO conversations (id, user_id, ai_service, title)
       SELECT id, $1, ai_service, '' FROM unnest($2::text[], $3::uuid[]) AS slot (ai_service, id) ORDER BY ai_service
       ON CONFLICT (user_id, ai_service) WHERE on_dashboard DO UPDATE SET updated_at = conversations.updated_at
       RETURNING id`,
      [userId, aiServices, holders],
    );
    await tx.query('DELETE FROM conversations WHERE user_id = $1 AND id = ANY($2::uuid[])', [userId, holders]);
    return slots.map(({ id }) => id);
  }

  /** False when it was deleted meanwhile. */
  async #lock(tx: Transaction, userId: string, conversationId: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM conversations WHERE user_id = $1 AND id = $2 FOR NO KEY UPDATE';
    return (await tx.query<unknown[]>(sql, [userId, conversationId])).length > 0;
  }

  /** Takes the other conversations in these slots off the dashboard; they stay in history. */
  async #clear(
    tx: Transaction,
    userId: string,
    conversationId: string | undefined,
    aiServices: readonly string[],
    slots: readonly string[],
  ) {
    await tx.query(
      `UPDATE conversations SET on_dashboard = false
       WHERE user_id = $1 AND id = ANY($2::uuid[]) AND ai_service = ANY($4::text[]) AND id IS DISTINCT FROM $3::uuid`,
      [userId, slots, conversationId ?? null, aiServices],
    );
  }

  // The copies belong to no broadcast: they are history for this service, not replies it gave, and keep who gave them.
  async #copy(
    tx: Transaction,
    userId: string,
    original: Continued,
    aiService: string,
    messageIds?: readonly string[],
  ): Promise<void> {
    const copyId = uuid();
    await tx.query('INSERT INTO conversations (id, user_id, ai_service, title) VALUES ($1, $2, $3, $4)', [
      copyId,
      userId,
      aiService,
      original.title,
    ]);
    const turns = messageIds ?? (await this.#messagesOf(tx, userId, original.id));
    await tx.query(
      `INSERT INTO messages (id, user_id, conversation_id, role, content, status, created_at, ended_at, attachment_id, media,
         generation, author)
       SELECT copy.id, $1, $2, m.role, m.content, m.status, m.created_at, m.ended_at, m.attachment_id, m.media,
         m.generation, CASE m.role WHEN 'assistant' THEN nullif(coalesce(m.author, $5), $6) END
       FROM unnest($3::uuid[], $4::uuid[]) WITH ORDINALITY AS copy (of, id, turn)
       JOIN messages m ON m.id = copy.of ORDER BY copy.turn`,
      [userId, copyId, turns, turns.map(() => uuid()), original.ai_service, aiService],
    );
  }

  async #messagesOf(tx: Transaction, userId: string, conversationId: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT id FROM messages WHERE conversation_id = $2 AND user_id = $1 AND status <> 'pending' ORDER BY position`,
      [userId, conversationId],
    );
    return rows.map(({ id }) => id);
  }
}
