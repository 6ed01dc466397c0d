import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { MergedAnswer } from './merged-answer.entity.js';
import { fromRow, type AnswerRow } from './merged-answer.mapper.js';

/** A version on its way into the store. */
export interface NewAnswer extends Pick<
  MergedAnswer,
  'id' | 'mapId' | 'writer' | 'steering' | 'basedOn' | 'question' | 'leftOut'
> {
  owner: string;
  leaseMs: number;
  idempotencyKey?: string | undefined;
  bodyHash?: string | undefined;
}

const columns = `a.id, a.map_id, a.version, a.status, a.writer, a.steering, a.based_on, a.question, a.left_out, a.sentences,
  a.error, a.error_code, a.stop_reason, a.usage, a.cost, a.generation, a.created_at,
  (extract(epoch FROM a.ended_at - a.created_at) * 1000)::integer AS response_time_ms`;

/** Merged answers, for their user. */
@Injectable()
export class MergedAnswersRepository {
  /** `taken`: another version has the key. `gone`: the map was deleted meanwhile. */
  async insert(tx: Transaction, userId: string, answer: NewAnswer): Promise<'stored' | 'taken' | 'gone'> {
    // The row of the map is locked by that until the version is there: no two get one number.
    const [counted] = await tx.query<{ answers: number }[]>(
      `WITH counted AS (
         UPDATE agreement_maps SET answers = answers + 1 WHERE user_id = $1 AND id = $2 RETURNING answers
       ) SELECT answers FROM counted`,
      [userId, answer.mapId],
    );
    if (!counted) return 'gone';
    const rows = await tx.query<unknown[]>(
      `INSERT INTO merged_answers (id, user_id, map_id, version, writer, steering, based_on, question, left_out, owner,
         lease_until, idempotency_key, body_hash)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() + $11 * interval '1 millisecond', $12, $13)
       ON CONFLICT (user_id, idempotency_key) DO NOTHING RETURNING 1`,
      [
        answer.id,
        userId,
        answer.mapId,
        counted.answers,
        answer.writer,
        answer.steering ?? null,
        answer.basedOn ?? null,
        answer.question,
        answer.leftOut,
        answer.owner,
        Math.round(answer.leaseMs),
        answer.idempotencyKey ?? null,
        answer.bodyHash ?? null,
      ],
    );
    return rows.length > 0 ? 'stored' : 'taken';
  }

  async findByKey(tx: Transaction, userId: string, key: string) {
    const [row] = await tx.query<{ id: string; bodyHash: string }[]>(
      'SELECT id, body_hash AS "bodyHash" FROM merged_answers WHERE user_id = $1 AND idempotency_key = $2',
      [userId, key],
    );
    return row;
  }

  async find(tx: Transaction, userId: string, id: string): Promise<MergedAnswer | undefined> {
    const [row] = await tx.query<AnswerRow[]>(
      `SELECT ${columns} FROM merged_answers a WHERE a.user_id = $1 AND a.id = $2`,
      [userId, id],
    );
    return row && fromRow(row);
  }

  /** Those of some maps, oldest first. */
  async list(tx: Transaction, userId: string, mapIds: readonly string[]): Promise<MergedAnswer[]> {
    const rows = await tx.query<AnswerRow[]>(
      `SELECT ${columns} FROM merged_answers a WHERE a.user_id = $1 AND a.map_id = ANY($2::uuid[])
       ORDER BY a.map_id, a.version`,
      [userId, mapIds],
    );
    return rows.map(fromRow);
  }

  /** The maps of any of these replies that an answer was written from. */
  async mapsOf(tx: Transaction, userId: string, messageIds: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT m.id FROM agreement_maps m WHERE m.user_id = $1 AND m.message_ids && $2::uuid[]
         AND EXISTS (SELECT FROM merged_answers a WHERE a.map_id = m.id) ORDER BY m.created_at, m.id`,
      [userId, messageIds],
    );
    return rows.map(({ id }) => id);
  }

  /** Requests its end; whether it is open. Undefined when there is none. */
  async requestCancel(tx: Transaction, userId: string, id: string): Promise<boolean | undefined> {
    const [row] = await tx.query<{ isOpen: boolean }[]>(
      `WITH requested AS (
         UPDATE merged_answers SET cancel_requested = true WHERE user_id = $1 AND id = $2 AND status = 'pending'
         RETURNING id
       ) SELECT EXISTS (SELECT FROM requested) AS "isOpen" FROM merged_answers WHERE user_id = $1 AND id = $2`,
      [userId, id],
    );
    return row?.isOpen;
  }

  async delete(tx: Transaction, userId: string, id: string): Promise<void> {
    await tx.query('DELETE FROM merged_answers WHERE user_id = $1 AND id = $2', [userId, id]);
  }
}
