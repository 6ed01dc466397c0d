import { Injectable } from '@nestjs/common';
import { fromStored, SuiteSchedule } from '@polylogue/proto';
import type { Transaction } from '@polylogue/service-kit';
import { scheduleNow, slotNow } from './suites.repository.js';

/** A suite that waits for its slot. */
export interface WaitingSuite {
  id: string;
  schedule: SuiteSchedule;
  now: Date;
}

/** The version of the time zone data, and the suites whose next slot depends on it; with the worker role. */
@Injectable()
export class SuiteZonesRepository {
  async version(tx: Transaction): Promise<string | undefined> {
    const [row] = await tx.query<{ version: string }[]>('SELECT version FROM zone_data');
    return row?.version;
  }

  async remember(tx: Transaction, version: string): Promise<void> {
    await tx.query('UPDATE zone_data SET version = $1', [version]);
  }

  /** Suites whose slot is ahead, by id, after the given one. */
  async waiting(tx: Transaction, afterId: string, limit: number): Promise<WaitingSuite[]> {
    const rows = await tx.query<(WaitingSuite & { schedule: unknown })[]>(
      `SELECT id, ${scheduleNow} AS schedule, now() AS now FROM suites WHERE id > $1 AND ${slotNow} > now()
       ORDER BY id LIMIT $2 FOR NO KEY UPDATE`,
      [afterId, limit],
    );
    return rows.map((row) => ({ ...row, schedule: fromStored(SuiteSchedule, row.schedule)! }));
  }
}
