import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';

const findRoot = `
WITH RECURSIVE up AS (
  SELECT id, retry_of FROM broadcasts WHERE id = $2 AND user_id = $1
  UNION ALL SELECT b.id, b.retry_of FROM broadcasts b JOIN up ON b.id = up.retry_of WHERE b.user_id = $1
) SELECT id FROM up WHERE NOT EXISTS (SELECT FROM up above WHERE above.id = up.retry_of)`;

/** Which reply of a broadcast is the best; every method takes the user. */
@Injectable()
export class PinsRepository {
  /** The broadcast in which the first question was asked. Undefined for a missing one and for somebody else's. */
  async findRoot(tx: Transaction, userId: string, broadcastId: string): Promise<string | undefined> {
    const [row] = await tx.query<{ id: string }[]>(findRoot, [userId, broadcastId]);
    return row?.id;
  }

  /** False when the message is no reply to the question of this broadcast. */
  async pin(tx: Transaction, userId: string, rootId: string, messageId: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `WITH RECURSIVE down AS (
         SELECT id FROM broadcasts WHERE id = $2 AND user_id = $1
         UNION ALL SELECT b.id FROM broadcasts b JOIN down ON b.retry_of = down.id WHERE b.user_id = $1
       ), reply AS (
         -- Locked: a reply that is being deleted is waited for, and is gone then.
         SELECT m.id FROM messages m
         WHERE m.id = $3 AND m.user_id = $1 AND m.role = 'assistant' AND m.broadcast_id IN (SELECT id FROM down)
         FOR KEY SHARE
       ), pinned AS (
         INSERT INTO pins (broadcast_id, user_id, message_id)
         SELECT $2, $1, id FROM reply
         ON CONFLICT (broadcast_id) DO UPDATE SET message_id = excluded.message_id, created_at = now()
         RETURNING 1
       ) SELECT 1 FROM pinned`,
      [userId, rootId, messageId],
    );
    return rows.length > 0;
  }

  async unpin(tx: Transaction, userId: string, rootId: string): Promise<void> {
    await tx.query('DELETE FROM pins WHERE broadcast_id = $2 AND user_id = $1', [userId, rootId]);
  }
}
