import { currentUserSql, grantTo, sqlMigration } from '@polylogue/service-kit';

const security = (table: string) => `
ALTER TABLE admin.${table} ENABLE ROW LEVEL SECURITY;
ALTER TABLE admin.${table} FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_rows ON admin.${table} TO admin_owner USING (true) WITH CHECK (true);
CREATE POLICY worker_rows ON admin.${table} TO admin_worker USING (true) WITH CHECK (true);
CREATE POLICY own_rows ON admin.${table} FOR SELECT TO admin_app USING (user_id = ${currentUserSql});
CREATE POLICY all_rows_for_admins ON admin.${table} FOR SELECT TO admin_app USING ((SELECT admin.acts_as_admin()));
${grantTo(`admin.${table}`, 'app', ['SELECT'])}
${grantTo(`admin.${table}`, 'worker', ['SELECT', 'INSERT', 'UPDATE', 'DELETE'])}`;

/**
 * What users did and when they were here. Rows of both tables are keyed by what they are about, so that an event
 * consumed twice is stored once; the counts of `user_totals` follow from them and can be counted anew at any time.
 */
export const activities = sqlMigration(
  '0002-activities',
  `
CREATE TABLE admin.activities (
  user_id uuid NOT NULL REFERENCES admin.users ON DELETE CASCADE,
  activity_type text NOT NULL,
  -- What the fact is about: a broadcast, a session, an event.
  about uuid NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, activity_type, about)
);
CREATE INDEX activities_latest ON admin.activities (user_id, created_at DESC);
CREATE TABLE admin.sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES admin.users ON DELETE CASCADE,
  started_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX sessions_of_user ON admin.sessions (user_id, started_at DESC);
CREATE INDEX sessions_seen ON admin.sessions (last_seen_at) INCLUDE (user_id);
CREATE TABLE admin.user_totals (
  user_id uuid PRIMARY KEY REFERENCES admin.users ON DELETE CASCADE,
  messages integer NOT NULL DEFAULT 0,
  sessions integer NOT NULL DEFAULT 0,
  session_ms bigint NOT NULL DEFAULT 0
);
CREATE INDEX user_totals_messages ON admin.user_totals (messages DESC, user_id DESC);
CREATE INDEX user_totals_sessions ON admin.user_totals (sessions DESC, user_id DESC);
CREATE TABLE admin.day_totals (
  day date PRIMARY KEY,
  messages integer NOT NULL DEFAULT 0,
  sessions integer NOT NULL DEFAULT 0
);
GRANT SELECT ON admin.day_totals TO admin_app;
REVOKE INSERT, UPDATE, DELETE ON admin.day_totals FROM admin_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON admin.day_totals TO admin_worker;
INSERT INTO admin.user_totals (user_id) SELECT id FROM admin.users;
ALTER TABLE admin.users ADD COLUMN search text
  GENERATED ALWAYS AS (lower(first_name || ' ' || last_name || ' ' || email)) STORED;
CREATE INDEX users_by_name ON admin.users (lower(first_name), lower(last_name), id);
CREATE INDEX users_by_login ON admin.users (last_login_at DESC NULLS LAST, id DESC);
CREATE INDEX users_waiting ON admin.users (created_at DESC, id DESC) WHERE NOT is_approved;
GRANT SELECT (search) ON admin.users TO admin_app;`,
  security('activities'),
  security('sessions'),
  security('user_totals'),
);
