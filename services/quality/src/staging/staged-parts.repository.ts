import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';

/** Where parts of each kind are put aside. */
const tables = {
  assessments: { table: 'import_parts', column: 'assessments' },
  maps: { table: 'import_map_parts', column: 'maps' },
  records: { table: 'import_record_parts', column: 'records' },
} as const;

export type StagedKind = keyof typeof tables;
export const stagedKinds = Object.keys(tables) as StagedKind[];

/** Parts of imports: staged by their owner, read by the worker role. */
@Injectable()
export class StagedPartsRepository {
  async stage(
    tx: Transaction,
    kind: StagedKind,
    { userId, importId, part, body }: { userId: string; importId: string; part: number; body: Uint8Array },
  ): Promise<void> {
    const { table, column } = tables[kind];
    await tx.query(
      `INSERT INTO ${table} (user_id, import_id, part, ${column}) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id, import_id, part) DO UPDATE SET ${column} = excluded.${column}`,
      [userId, importId, part, body],
    );
  }

  /** Removes what was staged a day ago: of imports that were given up, and of those that have long come in. */
  async removeOld(tx: Transaction, kind: StagedKind, userId: string): Promise<void> {
    await tx.query(`DELETE FROM ${tables[kind].table} WHERE user_id = $1 AND created_at < now() - interval '1 day'`, [
      userId,
    ]);
  }

  /** Removes what was staged so many days ago, of all users; answers how many parts. */
  async removeAfter(tx: Transaction, kind: StagedKind, days: number, max: number): Promise<number> {
    const { table } = tables[kind];
    const [, removed] = await tx.query<[unknown[], number]>(
      `DELETE FROM ${table} WHERE (user_id, import_id, part) IN (
         SELECT user_id, import_id, part FROM ${table} WHERE created_at < now() - $1 * interval '1 day'
         ORDER BY created_at LIMIT $2
       )`,
      [days, max],
    );
    return removed;
  }

  /** Bytes the user has staged within a day, inserted or not. */
  async stagedBytes(tx: Transaction, kind: StagedKind, userId: string): Promise<number> {
    const { table, column } = tables[kind];
    const [row] = await tx.query<{ bytes: string | null }[]>(
      `SELECT sum(octet_length(${column})) AS bytes FROM ${table}
       WHERE user_id = $1 AND created_at > now() - interval '1 day'`,
      [userId],
    );
    return Number(row?.bytes ?? 0);
  }

  async next(tx: Transaction, kind: StagedKind, userId: string, importId: string, after: number) {
    const { table, column } = tables[kind];
    const [row] = await tx.query<{ part: number; body: Buffer }[]>(
      `SELECT part, ${column} AS body FROM ${table} WHERE user_id = $1 AND import_id = $2 AND part > $3
       ORDER BY part LIMIT 1`,
      [userId, importId, after],
    );
    return row;
  }
}
