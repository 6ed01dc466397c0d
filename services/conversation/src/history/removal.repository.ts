import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';

/** Conversations that leave: the dashboard, or for good. */
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

  /** Asks for the end of the replies still open in these conversations; answers which. Undefined: in all. */
  async cancelOpen(tx: Transaction, userId: string, conversationIds?: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ message_id: string }[]>(
      `WITH open AS (
         SELECT d.message_id FROM dispatches d JOIN messages m ON m.id = d.message_id
         WHERE d.user_id = $1 AND d.state = 'running' AND ($2::uuid[] IS NULL OR m.conversation_id = ANY($2::uuid[]))
         ORDER BY d.message_id FOR UPDATE OF d
       ), asked AS (
         UPDATE dispatches d SET cancel_requested = true FROM open WHERE d.message_id = open.message_id
         RETURNING d.message_id
       ) SELECT message_id FROM asked`,
      [userId, conversationIds ?? null],
    );
    return rows.map(({ message_id }) => message_id);
  }

  async countOpen(tx: Transaction, userId: string, messageIds: readonly string[]): Promise<number> {
    const [row] = await tx.query<{ n: number }[]>(
      `SELECT count(*)::integer AS n FROM dispatches WHERE user_id = $1 AND state = 'running' AND message_id = ANY($2::uuid[])`,
      [userId, messageIds],
    );
    return row!.n;
  }

  /** Whatever the conversations held goes with them. Undefined: all of the user's. */
  async remove(tx: Transaction, userId: string, conversationIds?: readonly string[]): Promise<number> {
    const rows = await tx.query<unknown[]>(
      `WITH gone AS (
         DELETE FROM conversations WHERE user_id = $1 AND ($2::uuid[] IS NULL OR id = ANY($2::uuid[])) RETURNING 1
       ) SELECT 1 FROM gone`,
      [userId, conversationIds ?? null],
    );
    return rows.length;
  }
}
