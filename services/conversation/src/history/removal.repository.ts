import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';

/** A reply that was ended in place of the process that ran it, and the counts of its broadcast after that. */
export interface GivenUp {
  messageId: string;
  broadcastId: string;
  aiService: string;
  conversationId: string;
  stillOpen: number;
  totalResponses: number;
  totalErrors: number;
}

/** Which conversations are gone, and whether all their rows are. */
export interface Removed {
  ids: string[];
  isComplete: boolean;
}

/** More conversations and messages are removed in the background: in one transaction they would be held for seconds. */
const maxAtOnce = 5_000;

/** How much of what is hidden one transaction deletes. */
export interface DeletionBatch {
  turns: number;
  rowsOfTurn: number;
}

/** Takes conversations off the dashboard, and deletes them. */
@Injectable()
export class RemovalRepository {
  /** Takes conversations off the dashboard, all or those of some services; answers which. */
  async clear(tx: Transaction, userId: string, aiServices: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `WITH shown AS (
         SELECT id FROM conversations WHERE user_id = $1 AND on_dashboard
           AND (cardinality($2::text[]) = 0 OR ai_service = ANY($2::text[]))
         ORDER BY ai_service FOR UPDATE
       ), cleared AS (
         UPDATE conversations c SET on_dashboard = false FROM shown WHERE c.id = shown.id RETURNING c.id
       ) SELECT id FROM cleared`,
      [userId, aiServices],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Waits until no other transaction removes conversations of this user. Two at the same moment would each see the message of the
   * other that still shows a file or a medium, and neither would drop it. Taken before any row is locked.
   */
  async waitForTurn(tx: Transaction, userId: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`removal ${userId}`]);
  }

  /** Requests the end of the replies still open in these conversations; answers which. Undefined: in all. */
  async cancelOpen(tx: Transaction, userId: string, conversationIds?: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ message_id: string }[]>(
      `WITH open AS (
         SELECT d.message_id FROM dispatches d JOIN messages m ON m.id = d.message_id
         WHERE d.user_id = $1 AND d.state = 'running' AND ($2::uuid[] IS NULL OR m.conversation_id = ANY($2::uuid[]))
         ORDER BY d.message_id FOR UPDATE OF d
       ), requested AS (
         UPDATE dispatches d SET cancel_requested = true FROM open WHERE d.message_id = open.message_id
         RETURNING d.message_id
       ) SELECT message_id FROM requested`,
      [userId, conversationIds ?? null],
    );
    return rows.map(({ message_id }) => message_id);
  }

  /** Where a user has more conversations than `max`, the first of them in the order that every writer locks them; else none. */
  async firstOfMore(tx: Transaction, userId: string, max: number): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT id FROM conversations
       WHERE user_id = $1 AND EXISTS (SELECT FROM conversations WHERE user_id = $1 OFFSET $2)
       ORDER BY on_dashboard DESC, ai_service, id LIMIT $2`,
      [userId, max],
    );
    return rows.map(({ id }) => id);
  }

  async countOpen(tx: Transaction, userId: string, messageIds: readonly string[]): Promise<number> {
    const [row] = await tx.query<{ n: number }[]>(
      `SELECT count(*)::integer AS n FROM dispatches WHERE user_id = $1 AND state = 'running' AND message_id = ANY($2::uuid[])`,
      [userId, messageIds],
    );
    return row!.n;
  }

  /**
   * Ends what is still open although its end was requested: the process that runs it is gone, or does not answer. What it
   * writes later has no effect. Undefined: in all. The conversations stay locked, so that nothing new begins in them; those on
   * the dashboard first, in the order that every writer locks them.
   */
  async endOpen(tx: Transaction, userId: string, conversationIds?: readonly string[]): Promise<GivenUp[]> {
    const values = [userId, conversationIds ?? null];
    await tx.query(
      `SELECT count(*) FROM (
         SELECT FROM conversations WHERE user_id = $1 AND ($2::uuid[] IS NULL OR id = ANY($2::uuid[]))
         ORDER BY on_dashboard DESC, ai_service, id FOR UPDATE) AS locked`,
      values,
    );
    return tx.query<GivenUp[]>(
      `WITH open AS (
         SELECT d.message_id, m.conversation_id FROM dispatches d JOIN messages m ON m.id = d.message_id
         WHERE d.user_id = $1 AND d.state = 'running' AND ($2::uuid[] IS NULL OR m.conversation_id = ANY($2::uuid[]))
         ORDER BY d.message_id FOR UPDATE OF d
       ), ended AS (
         UPDATE dispatches d SET state = 'ended', ended_at = now() FROM open WHERE d.message_id = open.message_id
         RETURNING d.message_id, d.broadcast_id, d.ai_service, open.conversation_id
       ), counted AS (
         UPDATE broadcasts b SET open_replies = b.open_replies - n.ended, failed_replies = b.failed_replies + n.ended,
           completed_at = CASE WHEN b.open_replies = n.ended THEN now() END
         FROM (SELECT broadcast_id, count(*)::integer AS ended FROM ended GROUP BY 1 ORDER BY 1) n
         WHERE b.id = n.broadcast_id RETURNING b.*
       ) SELECT e.message_id AS "messageId", e.broadcast_id AS "broadcastId", e.ai_service AS "aiService",
           e.conversation_id AS "conversationId", c.open_replies AS "stillOpen", c.replies AS "totalResponses",
           c.failed_replies AS "totalErrors"
         FROM ended e JOIN counted c ON c.id = e.broadcast_id ORDER BY e.broadcast_id`,
      values,
    );
  }

  /** Deletes conversations with all they hold; answers which. Undefined: all of the user's. */
  async remove(tx: Transaction, userId: string, conversationIds?: readonly string[]): Promise<Removed> {
    const isLarge = (await this.#countRows(tx, userId, conversationIds)) > maxAtOnce;
    const ids = await (isLarge ? this.#hide(tx, userId, conversationIds) : this.#delete(tx, userId, conversationIds));
    await this.#forgetEmptyComparisons(tx, userId);
    return { ids, isComplete: !isLarge };
  }

  /** Deletes at most so many rows of hidden conversations, in so many turns; answers whether there were any. A turn is of one conversation. */
  async continueDeletion(tx: Transaction, { turns, rowsOfTurn }: DeletionBatch): Promise<boolean> {
    const sql = `SELECT bool_or(conversation.continue_deletion($1)) AS "isMore" FROM generate_series(1, $2::integer)`;
    const [row] = await tx.query<{ isMore: boolean }[]>(sql, [rowsOfTurn, turns]);
    return row!.isMore;
  }

  /** Conversations, and the messages in them. */
  async #countRows(tx: Transaction, userId: string, conversationIds?: readonly string[]): Promise<number> {
    const [row] = await tx.query<{ n: number }[]>(
      `SELECT coalesce(sum(1 + message_count), 0)::integer AS n FROM conversations
       WHERE user_id = $1 AND ($2::uuid[] IS NULL OR id = ANY($2::uuid[]))`,
      [userId, conversationIds ?? null],
    );
    return row!.n;
  }

  async #delete(tx: Transaction, userId: string, conversationIds?: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `WITH gone AS (
         DELETE FROM conversations WHERE user_id = $1 AND ($2::uuid[] IS NULL OR id = ANY($2::uuid[])) RETURNING id
       ) SELECT id FROM gone`,
      [userId, conversationIds ?? null],
    );
    return rows.map(({ id }) => id);
  }

  /** What the user gave to comparisons that have no conversation any more: a title, a star, tags. */
  async #forgetEmptyComparisons(tx: Transaction, userId: string): Promise<void> {
    await tx.query(
      `DELETE FROM comparisons g WHERE g.user_id = $1 AND NOT EXISTS (
         SELECT FROM conversations c WHERE c.comparison_id = g.id AND c.user_id = $1)`,
      [userId],
    );
  }

  /** Hides conversations now, for deletion later; also their dispatches, by which replies could be read. */
  async #hide(tx: Transaction, userId: string, conversationIds?: readonly string[]): Promise<string[]> {
    const values = [userId, conversationIds ?? null];
    const those = 'user_id = $1 AND ($2::uuid[] IS NULL OR id = ANY($2::uuid[]))';
    await tx.query(`UPDATE conversations SET on_dashboard = false WHERE on_dashboard AND ${those}`, values);
    await tx.query(
      `DELETE FROM dispatches d USING messages m
       WHERE m.id = d.message_id AND d.user_id = $1 AND ($2::uuid[] IS NULL OR m.conversation_id = ANY($2::uuid[]))`,
      values,
    );
    const rows = await tx.query<{ id: string }[]>(
      `INSERT INTO deletions (conversation_id, user_id) SELECT id, user_id FROM conversations WHERE ${those}
       RETURNING conversation_id AS id`,
      values,
    );
    return rows.map(({ id }) => id);
  }
}
