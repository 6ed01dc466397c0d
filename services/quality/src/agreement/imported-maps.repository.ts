import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { ImportedMap, MapNames, Renamed } from './imported-maps.rules.js';

/** Agreement maps of imports, inserted by the worker role. */
@Injectable()
export class ImportedMapsRepository {
  /** One that is there stays as it is: its user may have marked it since. */
  async insert(tx: Transaction, userId: string, map: ImportedMap): Promise<void> {
    await tx.query(
      `INSERT INTO agreement_maps (id, user_id, broadcast_id, message_ids, conversation_ids, replies, extractor, status,
         claims, marks, error, error_code, usage, cost, generation, owner, lease_until, created_at, ended_at)
       VALUES ($1, $2, $3, '{}', '{}', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, '', now(), $14, $15)
       ON CONFLICT (id) DO NOTHING`,
      [
        map.id,
        userId,
        map.broadcastId,
        JSON.stringify(map.replies),
        map.extractor,
        map.status,
        JSON.stringify(map.claims),
        JSON.stringify(map.marks),
        map.error,
        map.errorCode,
        map.usage,
        map.cost,
        map.generation,
        map.createdAt,
        map.endedAt,
      ],
    );
  }

  /** Locked until the end of the transaction. */
  async names(tx: Transaction, userId: string, id: string): Promise<MapNames | undefined> {
    const [row] = await tx.query<MapNames[]>(
      `SELECT broadcast_id AS "broadcastId", conversation_ids AS "conversationIds", replies FROM agreement_maps
       WHERE user_id = $1 AND id = $2 FOR UPDATE`,
      [userId, id],
    );
    return row;
  }

  async rename(tx: Transaction, userId: string, id: string, names: MapNames): Promise<void> {
    await tx.query(
      `UPDATE agreement_maps SET broadcast_id = $3, conversation_ids = $4, replies = $5, message_ids = $6
       WHERE user_id = $1 AND id = $2`,
      [
        userId,
        id,
        names.broadcastId,
        names.conversationIds,
        JSON.stringify(names.replies),
        names.replies.map(({ messageId }) => messageId),
      ],
    );
  }

  /** What services answered when they were asked again goes by the names of their replies. */
  async renameInRounds(tx: Transaction, userId: string, mapId: string, names: readonly Renamed[]): Promise<void> {
    if (names.length === 0) return;
    await tx.query(
      `UPDATE settle_answers a SET message_id = n.now FROM settle_rounds r, unnest($3::uuid[], $4::uuid[]) AS n (before, now)
       WHERE r.user_id = $1 AND r.map_id = $2 AND a.round_id = r.id AND a.message_id = n.before`,
      [userId, mapId, names.map(({ before }) => before), names.map(({ now }) => now)],
    );
  }
}
