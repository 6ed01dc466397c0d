import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { IdempotencyEntity } from './idempotency.entity.js';

/** A request that its client may send again. */
export interface KeyedRequest {
  route: 'create' | 'execute' | 'webhook';
  key: string | undefined;
  bodyHash: string;
}

/** The ids of what requests with an idempotency key made, kept for a day. */
@Injectable()
export class IdempotencyRepository {
  /** Makes repeated requests wait for the first; returns what that one made, once it has committed. */
  async findMade(tx: Transaction, userId: string, { route, key }: KeyedRequest) {
    if (key === undefined) return undefined;
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`scheduler ${userId} ${route} ${key}`]);
    return (await tx.getRepository(IdempotencyEntity).findOneBy({ userId, route, key })) ?? undefined;
  }

  async remember(tx: Transaction, userId: string, { route, key, bodyHash }: KeyedRequest, madeId: number) {
    if (key === undefined) return;
    await tx.getRepository(IdempotencyEntity).insert({ userId, route, key, bodyHash, madeId });
  }

  /** Removes keys after a day, `max` of them at a time, and answers how many there were. */
  async removeOld(tx: Transaction, max: number): Promise<number> {
    const [, removed] = await tx.query<[unknown[], number]>(
      `DELETE FROM idempotency WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM idempotency WHERE created_at < now() - interval '1 day' LIMIT $1))`,
      [max],
    );
    return removed;
  }
}
