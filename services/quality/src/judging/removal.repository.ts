import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { ClaimedCall } from './calls.repository.js';
import { keepDeletedCalls } from './deleted-judge-calls.js';

/** Removes assessments with the replies they are about, with the worker role. */
@Injectable()
export class RemovalRepository {
  /** With the replies of these conversations; what other conversations of the same broadcasts hold stays. */
  async deleteConversations(tx: Transaction, userId: string, conversationIds: readonly string[]): Promise<void> {
    // Judgings are locked before assessments everywhere, so that no two transactions deadlock.
    const judgings = await tx.query<{ broadcast_id: string }[]>(
      `SELECT broadcast_id FROM judgings WHERE broadcast_id IN (
         SELECT broadcast_id FROM assessments WHERE user_id = $1 AND conversation_id = ANY($2::uuid[])
       ) ORDER BY broadcast_id FOR UPDATE`,
      [userId, conversationIds],
    );
    await this.#delete(tx, 'user_id = $1 AND conversation_id = ANY($2::uuid[])', [userId, conversationIds]);
    await this.#settle(
      tx,
      judgings.map(({ broadcast_id }) => broadcast_id),
    );
  }

  /** Removes one whose reply was deleted. The caller has locked the judging. */
  async deleteCall(tx: Transaction, { id, fence, broadcastId }: ClaimedCall): Promise<void> {
    await this.#delete(tx, 'id = $1 AND fence = $2', [id, fence]);
    await this.#settle(tx, [broadcastId]);
  }

  /** Takes back what was planned about a broadcast and has not ended. The caller has locked the judging. */
  async deleteOpen(tx: Transaction, broadcastId: string): Promise<void> {
    await this.#delete(tx, `broadcast_id = $1 AND status IN ('pending', 'running')`, [broadcastId]);
  }

  /** Those of an import were not paid for here. */
  async #delete(tx: Transaction, which: string, values: unknown[]): Promise<void> {
    await tx.query(
      `WITH gone AS (
         DELETE FROM assessments WHERE ${which}
         RETURNING user_id, coalesce(opened_at, created_at) AS made_at, CASE WHEN imported THEN 0 ELSE calls END AS calls
       ) ${keepDeletedCalls}`,
      values,
    );
  }

  /** Ends judgings whose remaining assessments have ended, and deletes those without any. */
  async #settle(tx: Transaction, broadcastIds: readonly string[]): Promise<void> {
    await tx.query(
      `DELETE FROM judgings j WHERE broadcast_id = ANY($1::uuid[]) AND state IN ('judging', 'done')
         AND NOT EXISTS (SELECT FROM assessments a WHERE a.broadcast_id = j.broadcast_id)`,
      [broadcastIds],
    );
    await tx.query(
      `UPDATE judgings j SET state = 'done', ended_at = now() WHERE broadcast_id = ANY($1::uuid[]) AND state = 'judging'
         AND NOT EXISTS (SELECT FROM assessments a WHERE a.broadcast_id = j.broadcast_id
           AND a.rubric_version = j.rubric_version AND a.status IN ('pending', 'running'))`,
      [broadcastIds],
    );
  }
}
