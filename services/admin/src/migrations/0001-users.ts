import { currentUserSql, sqlMigration } from '@polylogue/service-kit';

const readable =
  'id, email, first_name, last_name, profile_image_url, role, is_approved, is_blocked, last_login_at, created_at, updated_at';

/**
 * Accounts. The application role sees its transaction's user, and all users when that one is an admin; it never reads
 * a password hash. Signing up and in has no user yet: the worker role does it.
 */
export const users = sqlMigration(
  '0001-users',
  `
CREATE TABLE admin.users (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email) AND length(email) <= 254),
  first_name text NOT NULL CHECK (length(first_name) <= 100),
  last_name text NOT NULL CHECK (length(last_name) <= 100),
  profile_image_url text,
  password_hash text NOT NULL,
  role text NOT NULL DEFAULT 'user' CHECK (role IN ('admin', 'user')),
  is_approved boolean NOT NULL DEFAULT false,
  is_blocked boolean NOT NULL DEFAULT false,
  last_login_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX users_newest ON admin.users (created_at DESC, id DESC);
REVOKE ALL ON admin.users FROM admin_app, admin_worker;
GRANT SELECT (${readable}) ON admin.users TO admin_app;
GRANT UPDATE (is_approved, updated_at) ON admin.users TO admin_app;
GRANT SELECT, INSERT ON admin.users TO admin_worker;
GRANT UPDATE (password_hash, last_login_at, role, is_approved, updated_at) ON admin.users TO admin_worker;`,
  `
ALTER TABLE admin.users ENABLE ROW LEVEL SECURITY;
ALTER TABLE admin.users FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_rows ON admin.users TO admin_owner USING (true) WITH CHECK (true);
CREATE POLICY worker_rows ON admin.users TO admin_worker USING (true) WITH CHECK (true);
CREATE FUNCTION admin.acts_as_admin() RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
  AS $$ SELECT EXISTS (SELECT FROM admin.users WHERE id = ${currentUserSql} AND role = 'admin' AND NOT is_blocked) $$;
CREATE POLICY own_row ON admin.users FOR SELECT TO admin_app USING (id = ${currentUserSql});
CREATE POLICY all_rows_for_admins ON admin.users TO admin_app
  USING ((SELECT admin.acts_as_admin())) WITH CHECK ((SELECT admin.acts_as_admin()));`,
);
