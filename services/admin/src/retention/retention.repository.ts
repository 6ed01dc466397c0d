import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';

/** How long conversations are kept; null: for ever. */
export interface Rule {
  keepDays: number | null;
  removesStarred: boolean;
}

/** What was removed on a day. */
export interface DayRemovals {
  day: string;
  conversations: number;
  messages: number;
  aiChats: number;
  runs: number;
}

const counts = `sum(conversations)::float8 AS conversations, sum(messages)::float8 AS messages,
  sum(ai_chats)::float8 AS "aiChats", sum(runs)::float8 AS runs`;
const today = `(now() AT TIME ZONE 'UTC')::date`;

@Injectable()
export class RetentionRepository {
  /** What an administrator saved. */
  async find(tx: Transaction): Promise<Rule | undefined> {
    const [row] = await tx.query<Rule[]>(
      'SELECT keep_days AS "keepDays", removes_starred AS "removesStarred" FROM retention',
    );
    return row;
  }

  /** As an administrator. */
  async save(tx: Transaction, { keepDays, removesStarred }: Rule): Promise<void> {
    await tx.query(
      `INSERT INTO retention (keep_days, removes_starred) VALUES ($1, $2) ON CONFLICT (is_only) DO UPDATE
       SET keep_days = excluded.keep_days, removes_starred = excluded.removes_starred, set_at = now()`,
      [keepDays, removesStarred],
    );
  }

  /** Adds to what was removed on a day. With the worker role, like what follows. */
  async add(tx: Transaction, { day, conversations, messages, aiChats, runs }: DayRemovals): Promise<void> {
    await this.#addTo(tx, false, [day, conversations, messages, aiChats, runs]);
  }

  /** Takes what was removed on one day that is over and is not in the audit log yet; undefined when there is none. */
  async takeToAudit(tx: Transaction): Promise<DayRemovals | undefined> {
    const [row] = await tx.query<DayRemovals[]>(
      `WITH taken AS (
         DELETE FROM removals WHERE NOT is_audited AND day = (
           SELECT day FROM removals WHERE NOT is_audited AND day < ${today}
           ORDER BY day LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING *
       ) SELECT day::text AS day, ${counts} FROM taken GROUP BY day`,
    );
    if (row) await this.#addTo(tx, true, [row.day, row.conversations, row.messages, row.aiChats, row.runs]);
    return row;
  }

  list(tx: Transaction, days: number): Promise<DayRemovals[]> {
    return tx.query<DayRemovals[]>(
      `SELECT day::text AS day, ${counts} FROM removals GROUP BY day ORDER BY removals.day DESC LIMIT $1`,
      [days],
    );
  }

  async #addTo(tx: Transaction, isAudited: boolean, values: readonly unknown[]): Promise<void> {
    await tx.query(
      `INSERT INTO removals AS r (day, is_audited, conversations, messages, ai_chats, runs)
       VALUES ($1, $6, $2, $3, $4, $5) ON CONFLICT (day, is_audited) DO UPDATE SET
         conversations = r.conversations + excluded.conversations, messages = r.messages + excluded.messages,
         ai_chats = r.ai_chats + excluded.ai_chats, runs = r.runs + excluded.runs`,
      [...values, isAudited],
    );
  }
}
