import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { ImportedMap, MapNames } from './imported-maps.rules.js';

/** Agreement maps of imports: staged by their owner, inserted by the worker role. */
@Injectable()
export class ImportedMapsRepository {
  async stage(tx: Transaction, userId: string, importId: string, part: number, body: Buffer): Promise<void> {
    await tx.query(
      `INSERT INTO import_map_parts (user_id, import_id, part, maps) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id, import_id, part) DO UPDATE SET maps = excluded.maps`,
      [userId, importId, part, body],
    );
  }

  /** Removes what was staged a day ago: of imports that were given up, and of those that have long come in. */
  async removeOld(tx: Transaction, userId: string): Promise<void> {
    await tx.query(`DELETE FROM import_map_parts WHERE user_id = $1 AND created_at < now() - interval '1 day'`, [
      userId,
    ]);
  }

  /** Bytes the user has staged within a day, inserted or not. */
  async stagedBytes(tx: Transaction, userId: string): Promise<number> {
    const [row] = await tx.query<{ bytes: string | null }[]>(
      `SELECT sum(octet_length(maps)) AS bytes FROM import_map_parts
       WHERE user_id = $1 AND created_at > now() - interval '1 day'`,
      [userId],
    );
    return Number(row?.bytes ?? 0);
  }

  async staged(tx: Transaction, userId: string, importId: string, after: number) {
    const [row] = await tx.query<{ part: number; maps: Buffer }[]>(
      `SELECT part, maps FROM import_map_parts WHERE user_id = $1 AND import_id = $2 AND part > $3 ORDER BY part LIMIT 1`,
      [userId, importId, after],
    );
    return row;
  }

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
}
