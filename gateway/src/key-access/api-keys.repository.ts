import { Injectable } from '@nestjs/common';
import type { KeyScope } from '@polylogue/api-contract';
import type { Transaction } from '@polylogue/service-kit';

/** A key as it is stored, without its hash. */
export interface ApiKeyRow {
  id: string;
  userId: string;
  name: string;
  prefix: string;
  scopes: KeyScope[];
  /** Null: all of them. */
  aiServices: string[] | null;
  /** Millionths of a dollar; null: none of its own. */
  dailyBudgetMicros: number | null;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  lastUsedAddress: string | null;
}

export type NewApiKey = Omit<ApiKeyRow, 'createdAt' | 'lastUsedAt' | 'lastUsedAddress'> & { hash: Buffer };

const columns = `id, user_id AS "userId", name, prefix, scopes, ai_services AS "aiServices",
  daily_budget_micros::float8 AS "dailyBudgetMicros", created_at AS "createdAt", expires_at AS "expiresAt",
  last_used_at AS "lastUsedAt", last_used_address AS "lastUsedAddress"`;
const isNewAddress = '(cardinality(before.used_from) < 50 AND $2::text <> ALL (before.used_from))';
const isValid = '(expires_at IS NULL OR expires_at > now())';

/** The table of keys. A key that is revoked is deleted. */
@Injectable()
export class ApiKeysRepository {
  listOf(tx: Transaction, userId: string): Promise<ApiKeyRow[]> {
    return tx.query(`SELECT ${columns} FROM gateway.api_keys WHERE user_id = $1 ORDER BY created_at DESC, id`, [
      userId,
    ]);
  }

  /** How many keys the user has; a second count of this user waits until the transaction ends. */
  async count(tx: Transaction, userId: string): Promise<number> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('gateway.api_keys ' || $1::text, 0))`, [userId]);
    const sql = 'SELECT count(*)::int AS count FROM gateway.api_keys WHERE user_id = $1';
    const [row] = await tx.query<{ count: number }[]>(sql, [userId]);
    return row!.count;
  }

  async insert(tx: Transaction, key: NewApiKey): Promise<ApiKeyRow> {
    const { id, userId, name, prefix, hash, scopes, expiresAt, aiServices, dailyBudgetMicros } = key;
    const [row] = await tx.query<ApiKeyRow[]>(
      `INSERT INTO gateway.api_keys (id, user_id, name, prefix, hash, scopes, expires_at, ai_services, daily_budget_micros)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${columns}`,
      [id, userId, name, prefix, hash, scopes, expiresAt, aiServices, dailyBudgetMicros],
    );
    return row!;
  }

  /** Deletes a key, of one user or of any, and answers what it was. */
  async delete(
    tx: Transaction,
    id: string,
    userId?: string,
  ): Promise<Pick<ApiKeyRow, 'userId' | 'prefix'> | undefined> {
    const [row] = await tx.query<Pick<ApiKeyRow, 'userId' | 'prefix'>[]>(
      `WITH gone AS (DELETE FROM gateway.api_keys WHERE id = $1 AND ($2::uuid IS NULL OR user_id = $2)
         RETURNING user_id AS "userId", prefix)
       SELECT * FROM gone`,
      [id, userId ?? null],
    );
    return row;
  }

  /** What these keys are called. */
  named(tx: Transaction, ids: readonly string[]): Promise<Pick<ApiKeyRow, 'id' | 'name' | 'prefix'>[]> {
    return tx.query('SELECT id, name, prefix FROM gateway.api_keys WHERE id = ANY($1::uuid[])', [ids]);
  }

  /** The key with this hash, unless it has expired. */
  async find(tx: Transaction, hash: Buffer): Promise<ApiKeyRow | undefined> {
    const sql = `SELECT ${columns} FROM gateway.api_keys WHERE hash = $1 AND ${isValid}`;
    return (await tx.query<ApiKeyRow[]>(sql, [hash]))[0];
  }

  /** Those of the keys that still hold. */
  async alive(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
    const sql = `SELECT id FROM gateway.api_keys WHERE id = ANY($1::uuid[]) AND ${isValid}`;
    return new Set((await tx.query<{ id: string }[]>(sql, [ids])).map(({ id }) => id));
  }

  /** Notes a use, and answers whether it is the first of this day from this address; beyond fifty addresses it is not. */
  async noteUse(tx: Transaction, id: string, address: string): Promise<boolean> {
    const [row] = await tx.query<{ isNew: boolean }[]>(
      `WITH before AS (
         SELECT id, CASE WHEN used_on = current_date THEN used_from ELSE '{}' END AS used_from
         FROM gateway.api_keys WHERE id = $1 FOR UPDATE
       ), noted AS (
         UPDATE gateway.api_keys AS now SET last_used_at = now(), last_used_address = $2, used_on = current_date,
           used_from = CASE WHEN ${isNewAddress} THEN before.used_from || $2::text ELSE before.used_from END
         FROM before WHERE now.id = before.id RETURNING ${isNewAddress} AS "isNew"
       ) SELECT "isNew" FROM noted`,
      [id, address],
    );
    return row?.isNew ?? false;
  }
}
