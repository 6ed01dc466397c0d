import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { AgreementMap, ClaimMark, MappedReply } from './agreement-map.entity.js';
import { fromRow, toStoredReply, type MapRow } from './agreement-map.mapper.js';
import type { ChangedMap } from './map-changes.service.js';

/** A map on its way into the store. */
export interface NewMap extends Pick<AgreementMap, 'id' | 'broadcastId' | 'extractor'> {
  replies: readonly MappedReply[];
  conversationIds: readonly string[];
  owner: string;
  leaseMs: number;
  idempotencyKey?: string | undefined;
  bodyHash?: string | undefined;
}

const columns = `id, broadcast_id, status, extractor, replies, claims, marks, error, error_code, usage, cost, generation, created_at,
  (extract(epoch FROM ended_at - created_at) * 1000)::integer AS response_time_ms`;

/** Agreement maps, for their user. */
@Injectable()
export class AgreementMapsRepository {
  /** False when a map has the key already. */
  async insert(tx: Transaction, userId: string, map: NewMap): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO agreement_maps (id, user_id, broadcast_id, message_ids, conversation_ids, replies, extractor, owner,
         lease_until, idempotency_key, body_hash)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9 * interval '1 millisecond', $10, $11)
       ON CONFLICT (user_id, idempotency_key) DO NOTHING RETURNING 1`,
      [
        map.id,
        userId,
        map.broadcastId,
        map.replies.map(({ messageId }) => messageId),
        map.conversationIds,
        JSON.stringify(map.replies.map(toStoredReply)),
        map.extractor,
        map.owner,
        Math.round(map.leaseMs),
        map.idempotencyKey ?? null,
        map.bodyHash ?? null,
      ],
    );
    return rows.length > 0;
  }

  async findByKey(tx: Transaction, userId: string, key: string) {
    const [row] = await tx.query<{ id: string; bodyHash: string }[]>(
      'SELECT id, body_hash AS "bodyHash" FROM agreement_maps WHERE user_id = $1 AND idempotency_key = $2',
      [userId, key],
    );
    return row;
  }

  async find(tx: Transaction, userId: string, id: string): Promise<AgreementMap | undefined> {
    const [row] = await tx.query<MapRow[]>(`SELECT ${columns} FROM agreement_maps WHERE user_id = $1 AND id = $2`, [
      userId,
      id,
    ]);
    return row && fromRow(row);
  }

  /** Those of a round, oldest first. */
  async list(tx: Transaction, userId: string, broadcastId: string): Promise<AgreementMap[]> {
    const rows = await tx.query<MapRow[]>(
      `SELECT ${columns} FROM agreement_maps WHERE user_id = $1 AND broadcast_id = $2 ORDER BY created_at, id`,
      [userId, broadcastId],
    );
    return rows.map(fromRow);
  }

  /** The names of those about any of these conversations, oldest first. */
  async idsOfConversations(tx: Transaction, userId: string, conversationIds: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT id FROM agreement_maps WHERE user_id = $1 AND conversation_ids && $2::uuid[] ORDER BY created_at, id`,
      [userId, conversationIds],
    );
    return rows.map(({ id }) => id);
  }

  /** In the order of their names; without those that are gone. */
  async some(tx: Transaction, userId: string, ids: readonly string[]): Promise<AgreementMap[]> {
    const rows = await tx.query<MapRow[]>(
      `SELECT ${columns} FROM agreement_maps WHERE user_id = $1 AND id = ANY($2::uuid[])
       ORDER BY array_position($2::uuid[], id)`,
      [userId, ids],
    );
    return rows.map(fromRow);
  }

  /** Requests its end; whether it is open. Undefined when there is none. */
  async requestCancel(tx: Transaction, userId: string, id: string): Promise<boolean | undefined> {
    const [row] = await tx.query<{ isOpen: boolean }[]>(
      `WITH requested AS (
         UPDATE agreement_maps SET cancel_requested = true WHERE user_id = $1 AND id = $2 AND status = 'pending' RETURNING id
       ) SELECT EXISTS (SELECT FROM requested) AS "isOpen" FROM agreement_maps WHERE user_id = $1 AND id = $2`,
      [userId, id],
    );
    return row?.isOpen;
  }

  /** Answers what was deleted. */
  delete(tx: Transaction, userId: string, id: string): Promise<ChangedMap[]> {
    return tx.query<ChangedMap[]>(
      `WITH gone AS (
         DELETE FROM agreement_maps WHERE user_id = $1 AND id = $2
         RETURNING id, user_id AS "userId", conversation_ids AS "conversationIds"
       ) SELECT * FROM gone`,
      [userId, id],
    );
  }

  /** Sets the mark of a claim, or removes it. False when the map has no such claim. */
  async mark(tx: Transaction, userId: string, id: string, claim: number, mark: ClaimMark | undefined) {
    const rows = await tx.query<unknown[]>(
      `WITH marked AS (
         UPDATE agreement_maps
         SET marks = CASE WHEN $4::text IS NULL THEN marks - $3::text ELSE marks || jsonb_build_object($3::text, $4::text) END
         WHERE user_id = $1 AND id = $2 AND $3::integer BETWEEN 1 AND jsonb_array_length(claims) RETURNING 1
       ) SELECT 1 FROM marked`,
      [userId, id, claim, mark ?? null],
    );
    return rows.length > 0;
  }
}
