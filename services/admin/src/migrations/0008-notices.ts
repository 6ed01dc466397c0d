import { enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

/** What happened that users asked to hear of, and what they asked for. Goes with the user, and with the one it names. */
export const notices = sqlMigration(
  '0008-notices',
  `
CREATE TABLE admin.notices (
  -- Of version 7, by when it happened: ids order as time does.
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES admin.users ON DELETE CASCADE,
  kind text NOT NULL,
  -- What happened; a user has one notice of it.
  cause text NOT NULL,
  title text NOT NULL,
  lines text[] NOT NULL,
  path text NOT NULL,
  happened_at timestamptz NOT NULL,
  about_user_id uuid REFERENCES admin.users ON DELETE CASCADE,
  -- Whether the user hears of it in the product, as they had chosen when it happened.
  is_shown boolean NOT NULL,
  read_at timestamptz,
  UNIQUE (user_id, cause)
);
CREATE INDEX notices_latest ON admin.notices (user_id, is_shown, id DESC);
CREATE INDEX notices_unread ON admin.notices (user_id) WHERE is_shown AND read_at IS NULL;
CREATE INDEX notices_by_age ON admin.notices (happened_at);
CREATE INDEX notices_about ON admin.notices (about_user_id) WHERE about_user_id IS NOT NULL;
-- One without a row has chosen nothing.
CREATE TABLE admin.notice_preferences (
  user_id uuid PRIMARY KEY REFERENCES admin.users ON DELETE CASCADE,
  in_app text[] NOT NULL
);
-- Events of before are still delivered to a new consumer: nobody asked to hear of them.
CREATE TABLE admin.notices_since (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- Clocks of servers differ a little.
  since timestamptz NOT NULL DEFAULT now() - interval '1 minute'
);
INSERT INTO admin.notices_since DEFAULT VALUES;
ALTER TABLE admin.notices_since ENABLE ROW LEVEL SECURITY;
ALTER TABLE admin.notices_since FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_rows ON admin.notices_since TO admin_owner USING (true) WITH CHECK (true);
CREATE POLICY worker_rows ON admin.notices_since FOR SELECT TO admin_worker USING (true);`,
  grantTo('admin.notices_since', 'app', []),
  grantTo('admin.notices_since', 'worker', ['SELECT']),
  enableRowSecurity('admin.notices', 'user_id', ['SELECT', 'INSERT', 'DELETE']),
  grantTo('admin.notices', 'app', ['SELECT']),
  'GRANT UPDATE (read_at) ON admin.notices TO admin_app;',
  enableRowSecurity('admin.notice_preferences', 'user_id', ['SELECT']),
);
