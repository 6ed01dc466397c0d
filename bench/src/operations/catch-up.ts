import type pg from 'pg';

export const daysAway = 8;

/** Daily queries of some users whose last slot was before the installation was away. */
export async function seedOverdue(admin: pg.Client, userIds: readonly string[], count: number, aiService: string) {
  await admin.query(
    `INSERT INTO scheduler.saved_queries
       (user_id, title, content, ai_services, is_scheduled, frequency, time_zone, is_active, next_run_at)
     SELECT ($2::uuid[])[1 + n % cardinality($2::uuid[])], 'Overdue', 'Go', $3, true, 'daily', 'UTC', true,
       date_trunc('milliseconds', now()) - $4 * interval '1 day' + n % 3600 * interval '1 second'
     FROM generate_series(1, $1::integer) AS n`,
    [count, userIds, [aiService], daysAway],
  );
}

/** What became of them: queries that ran once and say once what they missed, and those that did anything else. */
export async function caughtUp(admin: pg.Client) {
  const { rows } = await admin.query<{ ended: number; wrong: number; late: number }>(
    `SELECT count(*) FILTER (WHERE ran = 1 AND missed = 1 AND others = 0)::integer AS ended,
       count(*) FILTER (WHERE ran > 1 OR missed > 1)::integer AS wrong,
       count(*) FILTER (WHERE next_run_at <= now())::integer AS late
     FROM (
       SELECT q.id, q.next_run_at, count(e.id) FILTER (WHERE e.status = 'completed') AS ran,
         count(e.id) FILTER (WHERE e.status = 'failed') AS missed,
         count(e.id) FILTER (WHERE e.status IN ('pending', 'running')) AS others
       FROM scheduler.saved_queries q LEFT JOIN scheduler.executions e ON e.saved_query_id = q.id
       WHERE q.title = 'Overdue' GROUP BY q.id) AS each`,
  );
  return rows[0]!;
}
