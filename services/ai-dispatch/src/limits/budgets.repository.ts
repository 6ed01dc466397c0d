import { Injectable } from '@nestjs/common';
import { Database, runPreparedAsWorker, toDatabaseError, type Prepared } from '@polylogue/service-kit';
import type { Budget } from './budget.rules.js';
import type { Spending } from './estimate.rules.js';

export interface BudgetDay {
  spent: Spending;
  reserved: Spending;
}

/** One user's day, and how much of it. */
interface Reservation extends Spending {
  callId: string;
  userId: string;
  day: string;
}

// One row per user and day is the lock and the count in one: of calls that come together, as many go through as fit.
const reserveSql = `
WITH room AS (
  INSERT INTO ai_dispatch.budget_days AS b (user_id, day, reserved_micros, reserved_tokens)
  SELECT $2, $3, $4, $5
  WHERE ($6::bigint IS NULL OR $4::bigint <= $6) AND ($7::bigint IS NULL OR $5::bigint <= $7)
    AND NOT EXISTS (SELECT FROM ai_dispatch.reservations WHERE call_id = $1)
  ON CONFLICT (user_id, day) DO UPDATE SET
    reserved_micros = b.reserved_micros + excluded.reserved_micros,
    reserved_tokens = b.reserved_tokens + excluded.reserved_tokens
  WHERE ($6::bigint IS NULL OR b.spent_micros + b.reserved_micros + excluded.reserved_micros <= $6)
    AND ($7::bigint IS NULL OR b.spent_tokens + b.reserved_tokens + excluded.reserved_tokens <= $7)
  RETURNING 1
), reserved AS (
  INSERT INTO ai_dispatch.reservations (call_id, user_id, day, micros, tokens)
  SELECT $1, $2, $3, $4, $5 FROM room RETURNING 1
)
SELECT 1 FROM reserved`;

const releaseSql = `
WITH gone AS (
  DELETE FROM ai_dispatch.reservations WHERE call_id = $1 RETURNING user_id, day, micros, tokens
), released AS (
  UPDATE ai_dispatch.budget_days b
  SET reserved_micros = b.reserved_micros - gone.micros, reserved_tokens = b.reserved_tokens - gone.tokens
  FROM gone WHERE b.user_id = gone.user_id AND b.day = gone.day RETURNING 1
)
SELECT 1 FROM released`;

// Before the first call of a user in a minute.
const findDay: Prepared = {
  name: 'find-budget-day',
  text: `SELECT spent_micros, spent_tokens, reserved_micros, reserved_tokens
    FROM ai_dispatch.budget_days WHERE user_id = $1 AND day = $2`,
};

interface DayRow {
  spent_micros: string;
  spent_tokens: string;
  reserved_micros: string;
  reserved_tokens: string;
}

/** Budgets of days. What calls really came to is booked where they end, in the ledger. */
@Injectable()
export class BudgetsRepository {
  constructor(private readonly database: Database) {}

  /** Sets something aside if it fits; false when it does not, or when this call has done so before. */
  async reserve({ callId, userId, day, micros, tokens }: Reservation, max: Budget): Promise<boolean> {
    const values = [callId, userId, day, micros, tokens, max.micros ?? null, max.tokens ?? null];
    const rows = await this.query(reserveSql, values);
    return rows.length > 0;
  }

  /** Gives back what a call set aside that was not made after all. */
  async release(callId: string): Promise<void> {
    await this.query(releaseSql, [callId]);
  }

  async findDay(userId: string, day: string): Promise<BudgetDay> {
    const [row] = await this.#translated(() => runPreparedAsWorker<DayRow>(this.database, findDay, [userId, day]));
    return {
      spent: { micros: Number(row?.spent_micros ?? 0), tokens: Number(row?.spent_tokens ?? 0) },
      reserved: { micros: Number(row?.reserved_micros ?? 0), tokens: Number(row?.reserved_tokens ?? 0) },
    };
  }

  /**
   * Forgets days that are over: they count for nothing any more, and the sums of usage keep what was spent on them.
   * Returns how many rows it deleted, at most `max`.
   */
  async tidy(table: 'reservations' | 'key_reservations' | 'budget_days', before: string, max: number): Promise<number> {
    const [row] = await this.query<{ n: number }>(
      `WITH gone AS (
         DELETE FROM ai_dispatch.${table} WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM ai_dispatch.${table} WHERE day < $1 LIMIT $2)) RETURNING 1
       ) SELECT count(*)::integer AS n FROM gone`,
      [before, max],
    );
    return row!.n;
  }

  // A budget that cannot be looked up is not unlimited: the caller gets an error that the database is away.
  private query<R>(sql: string, values: unknown[]): Promise<R[]> {
    return this.#translated(() => this.database.worker.query<R[]>(sql, values));
  }

  async #translated<R>(work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } catch (error) {
      throw toDatabaseError(error);
    }
  }
}
