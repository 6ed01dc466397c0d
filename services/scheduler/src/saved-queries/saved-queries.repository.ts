import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { Anchor, SavedQueryEntity, SavedQueryInput } from './saved-query.entity.js';

/** A query's own columns. Numbers of Postgres' bigint come as text unless they are cast. */
export const queryColumns = `q.id::float8 AS id, q.user_id AS "userId", q.title, q.content, q.description,
  q.ai_services AS "aiServices", q.is_scheduled AS "isScheduled", q.frequency, q.time_of_day AS time, q.days, q.cron,
  q.time_zone AS "timeZone", q.month_day AS "monthDay", q.weekday, q.is_active AS "isActive",
  q.next_run_at AS "nextRunAt", q.version, q.created_at AS "createdAt", q.updated_at AS "updatedAt"`;

const withRuns = `${queryColumns},
  (SELECT count(*)::float8 FROM executions e WHERE e.saved_query_id = q.id) AS "executionsTotal",
  (SELECT e.started_at FROM executions e WHERE e.saved_query_id = q.id AND e.started_at IS NOT NULL
   ORDER BY e.id DESC LIMIT 1) AS "lastRunAt"`;

/** What is written: the input with what the rules made of it. */
export type StoredInput = SavedQueryInput & Anchor & { timeZone: string; nextRunAt: Date | null };

/** Saved queries; every method takes the user. */
@Injectable()
export class SavedQueriesRepository {
  async now(tx: Transaction): Promise<Date> {
    const [row] = await tx.query<{ now: Date }[]>('SELECT now() AS now');
    return row!.now;
  }

  async list(tx: Transaction, userId: string): Promise<SavedQueryEntity[]> {
    return tx.query<SavedQueryEntity[]>(
      `SELECT ${withRuns} FROM saved_queries q WHERE q.user_id = $1 ORDER BY q.id DESC`,
      [userId],
    );
  }

  async find(tx: Transaction, userId: string, id: number): Promise<SavedQueryEntity | undefined> {
    const [row] = await tx.query<SavedQueryEntity[]>(
      `SELECT ${withRuns} FROM saved_queries q WHERE q.id = $2 AND q.user_id = $1`,
      [userId, id],
    );
    return row;
  }

  /** How many queries of the user have a schedule; until the transaction ends no other one counts. */
  async countSchedules(tx: Transaction, userId: string): Promise<number> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('scheduler.schedules ' || $1::text, 0))`, [userId]);
    const [row] = await tx.query<{ schedules: number }[]>(
      'SELECT count(*)::int AS schedules FROM saved_queries WHERE user_id = $1 AND is_scheduled',
      [userId],
    );
    return row!.schedules;
  }

  /** The query, kept from claims and other changes until the transaction ends. */
  async lock(tx: Transaction, userId: string, id: number): Promise<SavedQueryEntity | undefined> {
    const rows = await tx.query<unknown[]>(
      'SELECT 1 FROM saved_queries WHERE id = $2 AND user_id = $1 FOR NO KEY UPDATE',
      [userId, id],
    );
    return rows.length > 0 ? this.find(tx, userId, id) : undefined;
  }

  async insert(tx: Transaction, userId: string, input: StoredInput): Promise<number> {
    const [row] = await tx.query<{ id: number }[]>(
      `INSERT INTO saved_queries (user_id, title, content, description, ai_services, is_scheduled, frequency,
         time_of_day, days, cron, time_zone, month_day, weekday, is_active, next_run_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) RETURNING id::float8 AS id`,
      [userId, ...valuesOf(input)],
    );
    return row!.id;
  }

  async update(tx: Transaction, userId: string, id: number, input: StoredInput, version: number): Promise<void> {
    await tx.query(
      `UPDATE saved_queries SET title = $3, content = $4, description = $5, ai_services = $6, is_scheduled = $7,
         frequency = $8, time_of_day = $9, days = $10, cron = $11, time_zone = $12, month_day = $13, weekday = $14,
         is_active = $15, next_run_at = $16, version = $17, updated_at = now()
       WHERE id = $2 AND user_id = $1`,
      [userId, id, ...valuesOf(input), version],
    );
  }

  /** Takes back what was claimed and has not begun. */
  async voidClaims(tx: Transaction, userId: string, id: number): Promise<void> {
    await tx.query(
      `DELETE FROM executions
       WHERE saved_query_id = $2 AND user_id = $1 AND status = 'pending' AND trigger_type = 'scheduled'`,
      [userId, id],
    );
  }

  async delete(tx: Transaction, userId: string, id: number): Promise<boolean> {
    const [, count] = await tx.query<[unknown[], number]>('DELETE FROM saved_queries WHERE id = $2 AND user_id = $1', [
      userId,
      id,
    ]);
    return count > 0;
  }
}

function valuesOf(input: StoredInput): unknown[] {
  return [
    input.title,
    input.content,
    input.description,
    input.aiServices,
    input.isScheduled,
    input.frequency,
    input.time,
    input.days,
    input.cron,
    input.timeZone,
    input.monthDay,
    input.weekday,
    input.isActive,
    input.nextRunAt,
  ];
}
