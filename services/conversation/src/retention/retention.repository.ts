import { Injectable } from '@nestjs/common';
import type { RetentionRule, Transaction } from '@polylogue/service-kit';
import type { Expired } from './batches.rules.js';

/** Where to go on; both as Postgres writes them. */
export interface Place {
  at: string;
  id: string;
}

export interface ExpiredPage {
  expired: Expired[];
  /** Where the next page begins; undefined at the end. */
  next: Place | undefined;
}

export interface ExpiredCounts {
  conversations: number;
  messages: number;
  aiChats: number;
  users: number;
  kept: number;
  oldestAt: Date | null;
}

/** Before all that can be expired. */
export const beginning: Place = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

const cutoffSql = `now() - $1 * interval '1 day'`;

/** What was not used for as long as a rule says. Only Postgres' clock decides. */
@Injectable()
export class RetentionRepository {
  /**
   * Of all users, with the worker role: those that go among so many that are old enough, used longest ago first. One page takes as long
   * as another, however many stay.
   */
  async page(tx: Transaction, { keepDays, removesStarred }: RetentionRule, after: Place, size: number) {
    const rows = await tx.query<{ id: string; user_id: string; at: string; messages: number; is_expired: boolean }[]>(
      `SELECT id, user_id, updated_at::text AS at, message_count AS messages, is_expired
       FROM aged_conversations(${cutoffSql}, $2, $3::timestamptz, $4::uuid, $5)`,
      [keepDays, removesStarred, after.at, after.id, size],
    );
    const last = rows.length === size ? rows.at(-1) : undefined;
    const expired = rows.flatMap(({ id, user_id: userId, messages, is_expired: isExpired }) =>
      isExpired ? { id, userId, messages } : [],
    );
    return { expired, next: last && { at: last.at, id: last.id } } satisfies ExpiredPage;
  }

  /** Those of them that were not used, starred or pinned since; they stay as they are until the transaction ends. */
  async lockExpired(
    tx: Transaction,
    userId: string,
    { keepDays, removesStarred }: RetentionRule,
    ids: readonly string[],
  ): Promise<{ id: string; messages: number }[]> {
    return tx.query(
      `SELECT c.id, c.message_count AS messages FROM conversations c
       WHERE c.user_id = $2 AND c.id = ANY($4::uuid[]) AND c.updated_at < ${cutoffSql}
         AND ($3 OR NOT is_kept($2, c.id, c.comparison_id))
       ORDER BY c.on_dashboard DESC, c.ai_service, c.id FOR UPDATE OF c`,
      [keepDays, userId, removesStarred, ids],
    );
  }

  /** Removes AI chats, so many at most; answers how many. With the worker role. */
  async removeChats(tx: Transaction, { keepDays }: RetentionRule, max: number): Promise<number> {
    const [row] = await tx.query<{ n: number }[]>(`SELECT remove_expired_chats(${cutoffSql}, $2) AS n`, [
      keepDays,
      max,
    ]);
    return row!.n;
  }

  async count(tx: Transaction, { keepDays, removesStarred }: RetentionRule): Promise<ExpiredCounts> {
    const [row] = await tx.query<ExpiredCounts[]>(
      `SELECT conversations::float8 AS conversations, messages::float8 AS messages, ai_chats::float8 AS "aiChats",
         users::float8 AS users, kept::float8 AS kept, oldest_at AS "oldestAt"
       FROM count_expired(${cutoffSql}, $2)`,
      [keepDays, removesStarred],
    );
    return row!;
  }

  /** The day of UTC that it is now, as Postgres has it. */
  async today(tx: Transaction): Promise<string> {
    const [row] = await tx.query<{ day: string }[]>(`SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day`);
    return row!.day;
  }
}
