import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { SavedQueryEntity, type Anchor, type SavedQueryInput } from './saved-query.entity.js';

/** A query's own columns, for the statements that claim what is due. Numbers of Postgres' bigint come as text unless they are cast. */
export const queryColumns = `q.id::float8 AS id, q.user_id AS "userId", q.title, q.content, q.description,
  q.ai_services AS "aiServices", q.is_scheduled AS "isScheduled", q.frequency, q.time_of_day AS time, q.days, q.cron,
  q.time_zone AS "timeZone", q.month_day AS "monthDay", q.weekday, q.is_active AS "isActive",
  q.variables, q.keeps_rounds AS "keepsRounds", q.is_judged AS "isJudged", q.rubric_id AS "rubricId", q.report, q.watch_focus AS "watchFocus",
  q.baseline_runs AS "baselineRuns", q.watch_extractor AS "watchExtractor",
  q.next_run_at AS "nextRunAt", q.version, q.runs_removed AS "runsRemoved", q.created_at AS "createdAt", q.updated_at AS "updatedAt"`;

/** What is written: the input with what the rules made of it. */
export type StoredInput = SavedQueryInput & Anchor & { timeZone: string; nextRunAt: Date | null };

/** Saved queries; every method takes the user. */
@Injectable()
export class SavedQueriesRepository {
  async now(tx: Transaction): Promise<Date> {
    const [row] = await tx.query<{ now: Date }[]>('SELECT now() AS now');
    return row!.now;
  }

  list(tx: Transaction, userId: string): Promise<SavedQueryEntity[]> {
    return tx.getRepository(SavedQueryEntity).find({ where: { userId }, order: { id: 'DESC' } });
  }

  async find(tx: Transaction, userId: string, id: number): Promise<SavedQueryEntity | undefined> {
    return (await tx.getRepository(SavedQueryEntity).findOneBy({ id, userId })) ?? undefined;
  }

  /** How many queries of the user have a schedule; a second count of this user waits until the transaction ends. */
  async countSchedules(tx: Transaction, userId: string): Promise<number> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('scheduler.schedules ' || $1::text, 0))`, [userId]);
    return tx.getRepository(SavedQueryEntity).countBy({ userId, isScheduled: true });
  }

  /** Locks the query against claims and other changes until the transaction ends. */
  async lock(tx: Transaction, userId: string, id: number): Promise<SavedQueryEntity | undefined> {
    const lock = { mode: 'for_no_key_update' } as const;
    return (await tx.getRepository(SavedQueryEntity).findOne({ where: { id, userId }, lock })) ?? undefined;
  }

  async insert(tx: Transaction, userId: string, input: StoredInput): Promise<number> {
    const { identifiers } = await tx.getRepository(SavedQueryEntity).insert({ userId, ...input });
    return (identifiers[0] as Pick<SavedQueryEntity, 'id'>).id;
  }

  async update(tx: Transaction, userId: string, id: number, input: StoredInput, version: number): Promise<void> {
    await tx.getRepository(SavedQueryEntity).update({ id, userId }, { ...input, version });
  }

  /** Removes runs that were claimed and have not begun. */
  async voidClaims(tx: Transaction, userId: string, id: number): Promise<void> {
    await tx.query(
      `DELETE FROM executions
       WHERE saved_query_id = $2 AND user_id = $1 AND status = 'pending' AND trigger_type = 'scheduled'`,
      [userId, id],
    );
  }

  /** What the results of a query's runs show. */
  async mediaOf(tx: Transaction, userId: string, id: number): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT one->>'id' AS id FROM execution_results r JOIN executions e ON e.id = r.execution_id,
         jsonb_array_elements(r.media) AS one
       WHERE e.saved_query_id = $2 AND r.user_id = $1 AND r.media IS NOT NULL`,
      [userId, id],
    );
    return rows.map((row) => row.id);
  }

  async delete(tx: Transaction, userId: string, id: number): Promise<boolean> {
    const { affected } = await tx.getRepository(SavedQueryEntity).delete({ id, userId });
    return affected === 1;
  }
}
