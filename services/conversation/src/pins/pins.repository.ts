import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { PinEntity } from './pin.entity.js';

const findRoot = `
WITH RECURSIVE up AS (
  SELECT id, retry_of FROM broadcasts WHERE id = $2 AND user_id = $1
  UNION ALL SELECT b.id, b.retry_of FROM broadcasts b JOIN up ON b.id = up.retry_of WHERE b.user_id = $1
) SELECT id FROM up WHERE NOT EXISTS (SELECT FROM up above WHERE above.id = up.retry_of)`;

// Locked: a reply that is being deleted is waited for, and is gone then.
const lockReply = `
WITH RECURSIVE down AS (
  SELECT id FROM broadcasts WHERE id = $2 AND user_id = $1
  UNION ALL SELECT b.id FROM broadcasts b JOIN down ON b.retry_of = down.id WHERE b.user_id = $1
) SELECT m.id FROM messages m
  WHERE m.id = $3 AND m.user_id = $1 AND m.role = 'assistant' AND m.broadcast_id IN (SELECT id FROM down)
  FOR KEY SHARE`;

/** Which reply of a broadcast is the best; every method takes the user. */
@Injectable()
export class PinsRepository {
  /** The broadcast at the beginning of a chain of retries; itself if it is none. Undefined for a missing one and for another user's. */
  async findRoot(tx: Transaction, userId: string, broadcastId: string): Promise<string | undefined> {
    const [row] = await tx.query<{ id: string }[]>(findRoot, [userId, broadcastId]);
    return row?.id;
  }

  /** False when the message is no reply to the question of this broadcast. */
  async pin(tx: Transaction, userId: string, broadcastId: string, messageId: string): Promise<boolean> {
    const replies = await tx.query<unknown[]>(lockReply, [userId, broadcastId, messageId]);
    if (replies.length === 0) return false;
    const pin = { broadcastId, userId, messageId, createdAt: () => 'now()' };
    await tx.getRepository(PinEntity).upsert(pin, ['broadcastId']);
    return true;
  }

  async unpin(tx: Transaction, userId: string, broadcastId: string): Promise<void> {
    await tx.getRepository(PinEntity).delete({ broadcastId, userId });
  }
}
