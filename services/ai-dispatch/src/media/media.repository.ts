import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { KeptMedia, MediaOrigin } from './media.entity.js';

interface Row extends Omit<KeptMedia, 'size'> {
  size: string;
}

/** What is kept, and which bytes are left over. A row that goes leaves its bytes over: a trigger says so. */
@Injectable()
export class MediaRepository {
  async find(tx: Transaction, userId: string, id: string): Promise<KeptMedia | undefined> {
    const [row] = await tx.query<Row[]>(
      'SELECT id, type, name, size, sha256 FROM ai_dispatch.media WHERE id = $1 AND user_id = $2',
      [id, userId],
    );
    return row && { ...row, size: Number(row.size) };
  }

  /** Before bytes are written: unless a row names them, they count as left over after an hour. */
  async announce(tx: Transaction, id: string): Promise<void> {
    await tx.query(
      `INSERT INTO ai_dispatch.media_leftovers (media_id, due_at) VALUES ($1, now() + interval '1 hour')
       ON CONFLICT (media_id) DO NOTHING`,
      [id],
    );
  }

  /** False when the bytes were given up meanwhile. What no call made expires after a day, unless it is attached. */
  async insert(tx: Transaction, media: KeptMedia, { userId, callId, aiService }: MediaOrigin): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `WITH announced AS (DELETE FROM ai_dispatch.media_leftovers WHERE media_id = $1 RETURNING 1)
       INSERT INTO ai_dispatch.media (id, user_id, call_id, ai_service, type, name, size, sha256, expires_at)
       SELECT $1::uuid, $2::uuid, $3::uuid, $4, $5, $6, $7::bigint, $8,
         CASE WHEN $3::uuid IS NULL THEN now() + interval '1 day' END
       FROM announced RETURNING 1`,
      [media.id, userId, callId ?? null, aiService ?? null, media.type, media.name, media.size, media.sha256],
    );
    if (rows.length > 0) return true;
    // Written before, by a try whose answer was lost.
    const before = await tx.query<unknown[]>('SELECT 1 FROM ai_dispatch.media WHERE id = $1', [media.id]);
    return before.length > 0;
  }

  /** A message came with these: they stay until it goes. */
  async attach(tx: Transaction, userId: string, ids: readonly string[]): Promise<void> {
    await tx.query('UPDATE ai_dispatch.media SET expires_at = NULL WHERE user_id = $1 AND id = ANY($2::uuid[])', [
      userId,
      ids,
    ]);
  }

  async deleteExpired(tx: Transaction): Promise<void> {
    await tx.query('DELETE FROM ai_dispatch.media WHERE expires_at <= now()');
  }

  async delete(tx: Transaction, userId: string, ids: readonly string[]): Promise<void> {
    await tx.query('DELETE FROM ai_dispatch.media WHERE user_id = $1 AND id = ANY($2::uuid[])', [userId, ids]);
  }

  /** Takes some of what is left over, for a minute; another replica takes others. */
  async takeLeftovers(tx: Transaction, max: number): Promise<string[]> {
    const rows = await tx.query<{ media_id: string }[]>(
      `WITH due AS (
         SELECT media_id FROM ai_dispatch.media_leftovers WHERE due_at <= now()
         ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
       ), taken AS (
         UPDATE ai_dispatch.media_leftovers l SET due_at = now() + interval '1 minute' FROM due
         WHERE l.media_id = due.media_id RETURNING l.media_id
       ) SELECT media_id FROM taken`,
      [max],
    );
    return rows.map(({ media_id }) => media_id);
  }

  async forgetLeftover(tx: Transaction, id: string): Promise<void> {
    await tx.query('DELETE FROM ai_dispatch.media_leftovers WHERE media_id = $1', [id]);
  }
}
