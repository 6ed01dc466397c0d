import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { queryColumns } from '../saved-queries/saved-queries.repository.js';
import type { SavedQueryEntity } from '../saved-queries/saved-query.entity.js';

/** The version of the time zone data, and the queries whose next run depends on it; with the worker role. */
@Injectable()
export class ZoneDataRepository {
  async version(tx: Transaction): Promise<string | undefined> {
    const [row] = await tx.query<{ version: string }[]>('SELECT version FROM zone_data');
    return row?.version;
  }

  async remember(tx: Transaction, version: string): Promise<void> {
    await tx.query('UPDATE zone_data SET version = $1', [version]);
  }

  /** Queries whose next run is more than `aheadMs` away, by id, after the given one. */
  async waiting(tx: Transaction, afterId: number, aheadMs: number, limit: number) {
    return tx.query<(SavedQueryEntity & { now: Date })[]>(
      `SELECT ${queryColumns}, now() AS now FROM saved_queries q
       WHERE q.id > $1 AND q.next_run_at > now() + $2 * interval '1 millisecond'
       ORDER BY q.id LIMIT $3 FOR NO KEY UPDATE OF q`,
      [afterId, aheadMs, limit],
    );
  }
}
