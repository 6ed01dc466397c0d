import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';

export interface AnalyticsRow {
  totalUsers: number;
  waitingUsers: number;
  activeUsers: number;
  totalMessages: string;
  totalSessions: string;
  averageMs: number | null;
}

export interface DayRow {
  day: string;
  messages: number;
  sessions: number;
}

@Injectable()
export class AnalyticsRepository {
  async totals(tx: Transaction): Promise<AnalyticsRow> {
    const [row] = await tx.query<AnalyticsRow[]>(
      `SELECT (SELECT count(*)::int FROM admin.users) AS "totalUsers",
         (SELECT count(*)::int FROM admin.users WHERE NOT is_approved) AS "waitingUsers",
         (SELECT count(DISTINCT user_id)::int FROM admin.sessions WHERE last_seen_at > now() - interval '24 hours')
           AS "activeUsers",
         coalesce(sum(messages), 0) AS "totalMessages", coalesce(sum(sessions), 0) AS "totalSessions",
         (sum(session_ms)::float8 / nullif(sum(sessions), 0)) AS "averageMs" FROM admin.user_totals`,
    );
    return row as AnalyticsRow;
  }

  /** The last thirty days in UTC, those without anything too. */
  days(tx: Transaction): Promise<DayRow[]> {
    return tx.query<DayRow[]>(
      `SELECT to_char(d, 'YYYY-MM-DD') AS day, coalesce(t.messages, 0) AS messages, coalesce(t.sessions, 0) AS sessions
       FROM generate_series((now() AT TIME ZONE 'UTC')::date - 29, (now() AT TIME ZONE 'UTC')::date, interval '1 day') d
       LEFT JOIN admin.day_totals t ON t.day = d::date ORDER BY d`,
    );
  }
}
