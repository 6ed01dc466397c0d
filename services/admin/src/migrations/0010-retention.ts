import { grantTo, sqlMigration } from '@polylogue/service-kit';

/** How long conversations are kept: one row or none, changed by administrators alone. And what was removed on each day. */
export const retention = sqlMigration(
  '0010-retention',
  `
CREATE TABLE admin.retention (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- Null: for ever.
  keep_days integer CHECK (keep_days BETWEEN 1 AND 36500),
  removes_starred boolean NOT NULL,
  set_at timestamptz NOT NULL DEFAULT now()
);
REVOKE ALL ON admin.retention FROM admin_app, admin_worker;
GRANT SELECT ON admin.retention TO admin_worker;
GRANT SELECT, INSERT, UPDATE ON admin.retention TO admin_app;
ALTER TABLE admin.retention ENABLE ROW LEVEL SECURITY;
ALTER TABLE admin.retention FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_rows ON admin.retention TO admin_owner USING (true) WITH CHECK (true);
CREATE POLICY worker_rows ON admin.retention FOR SELECT TO admin_worker USING (true);
CREATE POLICY rows_for_admins ON admin.retention TO admin_app
  USING ((SELECT admin.acts_as_admin())) WITH CHECK ((SELECT admin.acts_as_admin()));

-- What the services said they removed. It moves over to the audited ones once its day is over.
CREATE TABLE admin.removals (
  day date NOT NULL,
  is_audited boolean NOT NULL DEFAULT false,
  conversations bigint NOT NULL,
  messages bigint NOT NULL,
  ai_chats bigint NOT NULL,
  runs bigint NOT NULL,
  PRIMARY KEY (day, is_audited)
);
CREATE INDEX removals_to_audit ON admin.removals (day) WHERE NOT is_audited;
`,
  grantTo('admin.removals', 'app', []),
  grantTo('admin.removals', 'worker', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
);
