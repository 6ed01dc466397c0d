import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';

/** What one fact adds to the counts. */
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
  async grow(tx: Transaction, { userId, messages = 0, sessions = 0, sessionMs = 0, at }: Growth): Promise<void> {
    await tx.query(
      `INSERT INTO admin.user_totals AS t (user_id, messages, sessions, session_ms) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id) DO UPDATE SET messages = t.messages + $2, sessions = t.sessions + $3,
         session_ms = t.session_ms + $4`,
      [userId, messages, sessions, sessionMs],
    );
    if (messages + sessions === 0) return;
    await tx.query(
      `INSERT INTO admin.day_totals AS t (day, messages, sessions) VALUES (($1::timestamptz AT TIME ZONE 'UTC')::date, $2, $3)
       ON CONFLICT (day) DO UPDATE SET messages = t.messages + $2, sessions = t.sessions + $3`,
      [at, messages, sessions],
    );
  }

  /** Counts everything anew from the facts. Nobody adds meanwhile. */
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
        UNION ALL SELECT (started_at AT TIME ZONE 'UTC')::date, 0, 1 FROM admin.sessions) facts GROUP BY day`);
  }
}
