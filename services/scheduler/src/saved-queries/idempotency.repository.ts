import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';

/** A request that its client may send again. */
export interface KeyedRequest {
  route: 'create' | 'execute';
  key: string | undefined;
  bodyHash: string;
}

/** What requests with an idempotency key made, for a day. */
@Injectable()
export class IdempotencyRepository {
  /** Makes repeated requests wait for the first; answers what that one made, if it is through. */
  async findMade(tx: Transaction, userId: string, { route, key }: KeyedRequest) {
    if (key === undefined) return undefined;
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`scheduler ${userId} ${route} ${key}`]);
    const [row] = await tx.query<{ madeId: number; bodyHash: string }[]>(
      `SELECT made_id::float8 AS "madeId", body_hash AS "bodyHash" FROM idempotency
       WHERE user_id = $1 AND route = $2 AND key = $3`,
      [userId, route, key],
    );
    return row;
  }

  async remember(tx: Transaction, userId: string, { route, key, bodyHash }: KeyedRequest, madeId: number) {
    if (key === undefined) return;
    await tx.query('INSERT INTO idempotency (user_id, route, key, body_hash, made_id) VALUES ($1, $2, $3, $4, $5)', [
      userId,
      route,
      key,
      bodyHash,
      madeId,
    ]);
  }

  /** Forgets keys of requests that count no more. Answers how many, at most `max`. */
  async tidy(tx: Transaction, max: number): Promise<number> {
    const [, removed] = await tx.query<[unknown[], number]>(
      `DELETE FROM idempotency WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM idempotency WHERE created_at < now() - interval '1 day' LIMIT $1))`,
      [max],
    );
    return removed;
  }
}
