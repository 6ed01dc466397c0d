import type pg from 'pg';

/** How many rows to seed. */
export interface Crowd {
  users: number;
  activities: number;
}

const users = `
INSERT INTO admin.users (id, email, first_name, last_name, password_hash, role, is_approved, is_blocked, last_login_at,
  created_at)
SELECT gen_random_uuid(), 'crowd-' || n || '@example.org', (ARRAY['Ada', 'Ines', 'Jonas', 'Marta', 'Omar', 'Wei'])[1 + n % 6],
  'Person ' || n, '-', 'user', n % 50 <> 0, n % 400 = 0, now() - random() * interval '90 days',
  now() - n * interval '7 minutes'
FROM generate_series(1, $1::integer) n`;

// Most users do little and some a lot.
const activities = `
INSERT INTO admin.activities (user_id, activity_type, about, details, created_at)
SELECT all_users.ids[1 + floor(power(random(), 2) * cardinality(all_users.ids))::integer],
  CASE n % 4 WHEN 0 THEN 'message_sent' WHEN 1 THEN 'ai_response_received' WHEN 2 THEN 'conversation_completed'
    ELSE 'user_login' END,
  gen_random_uuid(), '{"selectedAIs": ["bench-0", "bench-1", "bench-2"], "messageLength": 75, "totalResponses": 3}',
  now() - random() * interval '90 days'
FROM (SELECT array_agg(id) AS ids FROM admin.users) all_users, generate_series(1, $1::integer) n`;

const sessions = `
INSERT INTO admin.sessions (id, user_id, started_at, last_seen_at)
SELECT gen_random_uuid(), id, at, at + interval '20 minutes'
FROM admin.users, generate_series(1, 3) AS n, LATERAL (SELECT now() - (n + random()) * interval '20 days' AS at) times`;

const totals = `
INSERT INTO admin.user_totals (user_id, messages, sessions, session_ms)
SELECT u.id, count(a.about), 3, 3600000 FROM admin.users u
LEFT JOIN admin.activities a ON a.user_id = u.id AND a.activity_type = 'message_sent' GROUP BY u.id
ON CONFLICT (user_id) DO UPDATE SET messages = excluded.messages, sessions = excluded.sessions`;

const days = `
INSERT INTO admin.day_totals (day, messages, sessions)
SELECT (now() AT TIME ZONE 'UTC')::date - n, 50000, 3000 FROM generate_series(0, 89) n ON CONFLICT DO NOTHING`;

const atOnce = 500_000;

/** Fills admin as the product would have left it; triggers are off, and the widest indexes are made at the end. */
export async function seedUsers(admin: pg.Client, counts: Crowd): Promise<void> {
  await admin.query(`SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '128MB';
    SET maintenance_work_mem = '512MB'`);
  await admin.query(users, [counts.users]);
  await admin.query(`ALTER TABLE admin.activities DROP CONSTRAINT activities_pkey; DROP INDEX admin.activities_latest`);
  for (let left = counts.activities; left > 0; left -= atOnce) await admin.query(activities, [Math.min(left, atOnce)]);
  await admin.query(`ALTER TABLE admin.activities ADD PRIMARY KEY (user_id, activity_type, about);
    CREATE INDEX activities_latest ON admin.activities (user_id, created_at DESC)`);
  await admin.query(sessions);
  await admin.query(totals);
  await admin.query(days);
  for (const table of ['users', 'activities', 'sessions', 'user_totals', 'day_totals']) {
    await admin.query(`VACUUM ANALYZE admin.${table}`);
  }
  await admin.query('SET session_replication_role = origin; CHECKPOINT');
}
