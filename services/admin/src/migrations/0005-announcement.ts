import { sqlMigration } from '@polylogue/service-kit';

/** The announcement that is shown to all users: one row or none. Only administrators change it. */
export const announcement = sqlMigration(
  '0005-announcement',
  `
CREATE TABLE admin.announcement (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 300),
  level text NOT NULL CHECK (level IN ('info', 'warning', 'critical')),
  ends_at timestamptz,
  is_public boolean NOT NULL,
  set_at timestamptz NOT NULL DEFAULT now()
);
REVOKE ALL ON admin.announcement FROM admin_app, admin_worker;
GRANT SELECT ON admin.announcement TO admin_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON admin.announcement TO admin_app;
ALTER TABLE admin.announcement ENABLE ROW LEVEL SECURITY;
ALTER TABLE admin.announcement FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_rows ON admin.announcement TO admin_owner USING (true) WITH CHECK (true);
CREATE POLICY worker_rows ON admin.announcement FOR SELECT TO admin_worker USING (true);
CREATE POLICY rows_for_admins ON admin.announcement TO admin_app
  USING ((SELECT admin.acts_as_admin())) WITH CHECK ((SELECT admin.acts_as_admin()));`,
);
