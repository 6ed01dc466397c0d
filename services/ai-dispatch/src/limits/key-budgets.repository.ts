import { Injectable } from '@nestjs/common';
import { Database, toDatabaseError } from '@polylogue/service-kit';

/** One key's day. */
export interface KeyDay {
  userId: string;
  apiKeyId: string;
  day: string;
}

/** Millionths of a dollar. */
interface KeyReservation extends KeyDay {
  callId: string;
  micros: number;
}

/** What a key used of a day. */
export interface KeySpending {
  apiKeyId: string;
  calls: number;
  spentMicros: number;
  reservedMicros: number;
}

// As for users: one row per key and day is the lock and the count in one.
const reserveSql = `
WITH room AS (
  INSERT INTO ai_dispatch.key_days AS k (user_id, api_key_id, day, reserved_micros, budget_micros)
  SELECT $2, $3, $4, $5, $6::bigint
  WHERE $5::bigint <= $6::bigint AND NOT EXISTS (SELECT FROM ai_dispatch.key_reservations WHERE call_id = $1)
  ON CONFLICT (user_id, api_key_id, day) DO UPDATE SET
    reserved_micros = k.reserved_micros + excluded.reserved_micros, budget_micros = excluded.budget_micros
  WHERE k.spent_micros + k.reserved_micros + excluded.reserved_micros <= $6
  RETURNING 1
)
INSERT INTO ai_dispatch.key_reservations (call_id, user_id, api_key_id, day, micros)
SELECT $1, $2, $3, $4, $5 FROM room RETURNING 1`;

const releaseSql = `
WITH gone AS (
  DELETE FROM ai_dispatch.key_reservations WHERE call_id = $1 RETURNING user_id, api_key_id, day, micros
), released AS (
  UPDATE ai_dispatch.key_days k SET reserved_micros = k.reserved_micros - gone.micros
  FROM gone WHERE (k.user_id, k.api_key_id, k.day) = (gone.user_id, gone.api_key_id, gone.day) RETURNING 1
)
SELECT 1 FROM released`;

/** Budgets of API keys. Every call by a key with a budget is counted here before it is made, however far the budget is. */
@Injectable()
export class KeyBudgetsRepository {
  constructor(private readonly database: Database) {}

  /** Sets something aside if it fits; false when it does not, or when this call has done so before. */
  async reserve({ callId, userId, apiKeyId, day, micros }: KeyReservation, maxMicros: number): Promise<boolean> {
    return (await this.#query(reserveSql, [callId, userId, apiKeyId, day, micros, maxMicros])).length > 0;
  }

  /** Gives back what a call set aside that was not made after all. */
  async release(callId: string): Promise<void> {
    await this.#query(releaseSql, [callId]);
  }

  /** What was spent or is set aside. */
  async usedOf({ userId, apiKeyId, day }: KeyDay): Promise<number> {
    const sql = `SELECT spent_micros + reserved_micros AS used FROM ai_dispatch.key_days
       WHERE user_id = $1 AND api_key_id = $2 AND day = $3`;
    const [row] = await this.#query<{ used: string }>(sql, [userId, apiKeyId, day]);
    return Number(row?.used ?? 0);
  }

  /** What the keys of a user used of a day. */
  async listOf(userId: string, day: string): Promise<KeySpending[]> {
    const rows = await this.#query<Record<'api_key_id' | 'calls' | 'spent_micros' | 'reserved_micros', string>>(
      `SELECT api_key_id, calls, spent_micros, reserved_micros FROM ai_dispatch.key_days WHERE user_id = $1 AND day = $2`,
      [userId, day],
    );
    return rows.map((row) => ({
      apiKeyId: row.api_key_id,
      calls: Number(row.calls),
      spentMicros: Number(row.spent_micros),
      reservedMicros: Number(row.reserved_micros),
    }));
  }

  // A budget that cannot be looked up is not unlimited: the caller gets an error that the database is away.
  async #query<R>(sql: string, values: unknown[]): Promise<R[]> {
    try {
      return await this.database.worker.query<R[]>(sql, values);
    } catch (error) {
      throw toDatabaseError(error);
    }
  }
}
