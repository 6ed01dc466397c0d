import { Injectable } from '@nestjs/common';
import { groupBy, type Transaction } from '@polylogue/service-kit';
import type { SettleRound } from './settling.entity.js';
import { fromRow, type AnswerRow, type RoundRow } from './settling.mapper.js';

/** A round on its way into the store. */
export interface NewRound {
  id: string;
  mapId: string;
  number: number;
  claims: readonly number[];
  answers: readonly NewAnswer[];
  owner: string;
  leaseMs: number;
  idempotencyKey?: string | undefined;
  bodyHash?: string | undefined;
}

/** Of one that is not asked, why. */
export interface NewAnswer {
  messageId: string;
  aiService: string;
  error?: string | undefined;
  errorCode?: string | undefined;
}

/** Rounds of settling, for their user. */
@Injectable()
export class SettlingsRepository {
  /** Until the transaction ends nobody else begins a round of this map, and it is not deleted. */
  async lockMap(tx: Transaction, userId: string, mapId: string): Promise<void> {
    await tx.query('SELECT 1 FROM agreement_maps WHERE user_id = $1 AND id = $2 FOR UPDATE', [userId, mapId]);
  }

  /** The rounds of a map, oldest first. */
  async list(tx: Transaction, userId: string, mapId: string): Promise<SettleRound[]> {
    const [rounds = []] = (await this.ofMaps(tx, userId, [mapId])).values();
    return rounds;
  }

  /** The rounds of each of some maps that has any, oldest first. */
  async ofMaps(tx: Transaction, userId: string, mapIds: readonly string[]): Promise<Map<string, SettleRound[]>> {
    const rounds = await tx.query<RoundRow[]>(
      `SELECT id, map_id, number, counts, status, claims, error, error_code, created_at,
         (extract(epoch FROM ended_at - created_at) * 1000)::integer AS response_time_ms
       FROM settle_rounds WHERE user_id = $1 AND map_id = ANY($2::uuid[]) ORDER BY created_at, id`,
      [userId, mapIds],
    );
    const answers = await tx.query<AnswerRow[]>(
      `SELECT a.round_id, a.message_id, a.ai_service, a.status, a.views, a.error, a.error_code, a.usage, a.cost,
         a.generation, (extract(epoch FROM a.ended_at - r.created_at) * 1000)::integer AS response_time_ms
       FROM settle_answers a JOIN settle_rounds r ON r.id = a.round_id
       WHERE r.user_id = $1 AND r.map_id = ANY($2::uuid[]) ORDER BY a.place`,
      [userId, mapIds],
    );
    const ofMaps = groupBy(rounds, (row) => row.map_id);
    return new Map([...ofMaps].map(([mapId, own]) => [mapId, own.map((row) => fromRow(row, answers))]));
  }

  async findByKey(tx: Transaction, userId: string, key: string) {
    const [row] = await tx.query<{ mapId: string; bodyHash: string }[]>(
      'SELECT map_id AS "mapId", body_hash AS "bodyHash" FROM settle_rounds WHERE user_id = $1 AND idempotency_key = $2',
      [userId, key],
    );
    return row;
  }

  /** Under the lock of its map. False when a round has the key already. */
  async insert(tx: Transaction, userId: string, round: NewRound): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO settle_rounds (id, user_id, map_id, number, claims, owner, lease_until, idempotency_key, body_hash)
       VALUES ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 millisecond', $8, $9)
       ON CONFLICT (user_id, idempotency_key) DO NOTHING RETURNING 1`,
      [
        round.id,
        userId,
        round.mapId,
        round.number,
        round.claims,
        round.owner,
        Math.round(round.leaseMs),
        round.idempotencyKey ?? null,
        round.bodyHash ?? null,
      ],
    );
    if (rows.length === 0) return false;
    await tx.query(
      `INSERT INTO settle_answers (round_id, user_id, message_id, place, ai_service, error, error_code, status, ended_at)
       SELECT $1, $2, a.message_id, a.place, a.ai_service, a.error, a.error_code,
         CASE WHEN a.error IS NULL THEN 'pending' ELSE 'failed' END, CASE WHEN a.error IS NULL THEN NULL ELSE now() END
       FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY
         AS a (message_id, ai_service, error, error_code, place)`,
      [
        round.id,
        userId,
        round.answers.map(({ messageId }) => messageId),
        round.answers.map(({ aiService }) => aiService),
        round.answers.map(({ error }) => error ?? null),
        round.answers.map(({ errorCode }) => errorCode ?? null),
      ],
    );
    return true;
  }

  /** Requests the end of the round that is under way; undefined when there is none. */
  async requestCancel(tx: Transaction, userId: string, mapId: string): Promise<string | undefined> {
    const rows = await tx.query<{ id: string }[]>(
      `WITH requested AS (
         UPDATE settle_rounds SET cancel_requested = true WHERE user_id = $1 AND map_id = $2 AND status = 'pending'
         RETURNING id
       ) SELECT id FROM requested`,
      [userId, mapId],
    );
    return rows[0]?.id;
  }
}
