import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';

/** What one activity or session adds to the counts. */
export interface Growth {
  userId: string;
  messages?: number;
  sessions?: number;
  sessionMs?: number;
  /** The day it counts for. */
  at: Date;
}

/** Counts that follow from activities and sessions. */
@Injectable()
export class TotalsRepository {
  /** The row of the day last: all users share it, and locking it after the user's own rows excludes deadlocks. */
  async grow(tx: Transaction, growths: readonly Growth[]): Promise<void> {
    if (growths.length === 0) return;
    const values = [
      growths.map(({ userId }) => userId),
      growths.map(({ at }) => at),
      growths.map(({ messages = 0 }) => messages),
      growths.map(({ sessions = 0 }) => sessions),
      growths.map(({ sessionMs = 0 }) => sessionMs),
    ];
    const given = `unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[], $5::bigint[])
         AS given (user_id, at, messages, sessions, session_ms)`;
    await tx.query(
      `INSERT INTO admin.user_totals AS t (user_id, messages, sessions, session_ms)
       SELECT user_id, sum(messages), sum(sessions), sum(session_ms) FROM ${given} GROUP BY user_id ORDER BY user_id
       ON CONFLICT (user_id) DO UPDATE SET messages = t.messages + excluded.messages,
         sessions = t.sessions + excluded.sessions, session_ms = t.session_ms + excluded.session_ms`,
      values,
    );
    if (growths.every(({ messages = 0, sessions = 0 }) => messages + sessions === 0)) return;
    await tx.query(
      `INSERT INTO admin.day_totals AS t (day, messages, sessions)
       SELECT (at AT TIME ZONE 'UTC')::date AS day, sum(messages), sum(sessions)
       FROM ${given} GROUP BY day ORDER BY day
       ON CONFLICT (day) DO UPDATE SET messages = t.messages + excluded.messages,
         sessions = t.sessions + excluded.sessions`,
      values,
    );
  }

  /** Counts everything anew from activities and sessions. The lock keeps other transactions from adding meanwhile. */
  async rebuild(tx: Transaction): Promise<void> {
    await tx.query('LOCK TABLE admin.user_totals, admin.day_totals IN EXCLUSIVE MODE');
    await tx.query('DELETE FROM admin.user_totals');
    await tx.query(`INSERT INTO admin.user_totals (user_id, messages, sessions, session_ms)
      SELECT u.id, coalesce(m.n, 0), coalesce(s.n, 0), coalesce(s.ms, 0) FROM admin.users u
      LEFT JOIN (SELECT user_id, count(*) AS n FROM admin.activities WHERE activity_type = 'message_sent'
        GROUP BY user_id) m ON m.user_id = u.id
      LEFT JOIN (SELECT user_id, count(*) AS n,
        sum(round(extract(epoch FROM last_seen_at - started_at) * 1000))::bigint AS ms
        FROM admin.sessions GROUP BY user_id) s ON s.user_id = u.id`);
    await tx.query('DELETE FROM admin.day_totals');
    await tx.query(`INSERT INTO admin.day_totals (day, messages, sessions)
      SELECT day, sum(messages), sum(sessions) FROM (
        SELECT (created_at AT TIME ZONE 'UTC')::date AS day, 1 AS messages, 0 AS sessions FROM admin.activities
        WHERE activity_type = 'message_sent'
        UNION ALL SELECT (started_at AT TIME ZONE 'UTC')::date, 0, 1 FROM admin.sessions) counted GROUP BY day`);
  }
}
