import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

// The table is in the order of days, as one that has grown; each user has some services on some days.
const usage = `
INSERT INTO ai_dispatch.usage_days
SELECT day::date, id, 'bench-' || service, 1 + floor(random() * 4), 0, 400, 1200, 0, 0, floor(random() * 9000), 0
FROM generate_series((now() AT TIME ZONE 'UTC')::date - 89, (now() AT TIME ZONE 'UTC')::date, interval '1 day') day,
  admin.users, generate_series(0, 2) service
WHERE random() < $1::float8 / (90 * 3 * (SELECT count(*) FROM admin.users)) ORDER BY day`;

/** Fills the usage sums of all users and ninety days with about so many rows. */
export async function seedUsage(database: pg.Client, rows: number): Promise<void> {
  await database.query(`SET session_replication_role = replica; SET synchronous_commit = off;
    SET maintenance_work_mem = '512MB'; ALTER TABLE ai_dispatch.usage_days DROP CONSTRAINT usage_days_pkey;
    DROP INDEX ai_dispatch.usage_days_of_user; TRUNCATE ai_dispatch.usage_days`);
  await database.query(usage, [rows]);
  await database.query(`ALTER TABLE ai_dispatch.usage_days ADD PRIMARY KEY (day, user_id, ai_service);
    CREATE INDEX usage_days_of_user ON ai_dispatch.usage_days (user_id, day)`);
  await database.query('VACUUM ANALYZE ai_dispatch.usage_days');
  await database.query('UPDATE ai_dispatch.usage_spans SET from_day = NULL, kept_at = NULL');
  await database.query('SET session_replication_role = origin; CHECKPOINT');
  await kept(database);
}

/** Waits until the servers have computed the cost per user. */
async function kept(database: pg.Client): Promise<void> {
  for (let left = 120; left > 0; left -= 1) {
    const { rows } = await database.query('SELECT FROM ai_dispatch.usage_spans WHERE kept_at IS NULL');
    if (rows.length === 0) return;
    await pause(1_000);
  }
  throw new Error('The cost per user was not computed within two minutes.');
}
