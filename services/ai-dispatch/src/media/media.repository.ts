import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { KeptMedia, MediaHolder, MediaOrigin } from './media.entity.js';

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

  /** False when the bytes were given up meanwhile. What no call made expires after a day, unless it is attached; what was made for a run, unless it is kept. */
  async insert(tx: Transaction, media: KeptMedia, origin: MediaOrigin): Promise<boolean> {
    const { userId, callId, aiService, isOfRun = false } = origin;
    const rows = await tx.query<unknown[]>(
      `WITH announced AS (DELETE FROM ai_dispatch.media_leftovers WHERE media_id = $1 RETURNING 1)
       INSERT INTO ai_dispatch.media (id, user_id, call_id, ai_service, type, name, size, sha256, expires_at, shown_by)
       SELECT $1::uuid, $2::uuid, $3::uuid, $4, $5, $6, $7::bigint, $8,
         CASE WHEN $3::uuid IS NULL OR $9 THEN now() + interval '1 day' END,
         CASE WHEN $9 THEN '{run}'::text[] ELSE '{}' END
       FROM announced RETURNING 1`,
      [media.id, userId, callId ?? null, aiService ?? null, media.type, media.name, media.size, media.sha256, isOfRun],
    );
    if (rows.length > 0) return true;
    // Written before, by a try whose answer was lost.
    const before = await tx.query<unknown[]>('SELECT 1 FROM ai_dispatch.media WHERE id = $1', [media.id]);
    return before.length > 0;
  }

  /** A message or a run shows these: they stay until it goes. One whose end was consumed first keeps nothing. */
  async keep(tx: Transaction, userId: string, ids: readonly string[], holder: MediaHolder): Promise<void> {
    await tx.query(
      `UPDATE ai_dispatch.media SET expires_at = NULL,
         shown_by = CASE WHEN $3 = ANY(shown_by) THEN shown_by ELSE shown_by || $3::text END
       WHERE user_id = $1 AND id = ANY($2::uuid[]) AND NOT $3 = ANY(let_go_by)`,
      [userId, ids, holder],
    );
  }

  /** No message shows these any more; those that a run shows stay. */
  async dropFromHistory(tx: Transaction, userId: string, ids: readonly string[]): Promise<void> {
    await tx.query(
      `WITH gone AS (
         DELETE FROM ai_dispatch.media WHERE user_id = $1 AND id = ANY($2::uuid[]) AND NOT 'run' = ANY(shown_by))
       UPDATE ai_dispatch.media SET shown_by = array_remove(shown_by, 'history'), let_go_by = let_go_by || '{history}'
       WHERE user_id = $1 AND id = ANY($2::uuid[]) AND 'run' = ANY(shown_by)`,
      [userId, ids],
    );
  }

  /** No run shows these any more; those that History does not show either go after a day: it may be about to. */
  async dropFromRuns(tx: Transaction, userId: string, ids: readonly string[]): Promise<void> {
    await tx.query(
      `UPDATE ai_dispatch.media SET shown_by = array_remove(shown_by, 'run'), let_go_by = let_go_by || '{run}',
         expires_at = CASE WHEN 'history' = ANY(shown_by) THEN NULL WHEN 'run' = ANY(shown_by) THEN now() + interval '1 day'
           ELSE expires_at END
       WHERE user_id = $1 AND id = ANY($2::uuid[])`,
      [userId, ids],
    );
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
