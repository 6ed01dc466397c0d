import { sqlMigration } from '@polylogue/service-kit';

/**
 * Roles, blocking and erasing, and users whom an OIDC issuer vouches for: they have no password here and are known by
 * issuer and subject, so an e-mail may stand beside a local account's.
 */
export const standing = sqlMigration(
  '0004-standing',
  `
ALTER TABLE admin.users ALTER COLUMN password_hash DROP NOT NULL;
ALTER TABLE admin.users ADD COLUMN issuer text, ADD COLUMN subject text;
ALTER TABLE admin.users ADD CONSTRAINT users_known_somehow
  CHECK ((password_hash IS NOT NULL) <> (issuer IS NOT NULL AND subject IS NOT NULL));
ALTER TABLE admin.users DROP CONSTRAINT users_email_key;
CREATE UNIQUE INDEX users_local_email ON admin.users (email) WHERE issuer IS NULL;
CREATE UNIQUE INDEX users_of_issuer ON admin.users (issuer, subject) WHERE issuer IS NOT NULL;
CREATE INDEX users_admins ON admin.users (id) WHERE role = 'admin';
GRANT UPDATE (role, is_blocked) ON admin.users TO admin_app;
GRANT UPDATE (email, first_name, last_name, profile_image_url, is_blocked) ON admin.users TO admin_worker;
GRANT DELETE ON admin.users TO admin_worker;`,
);
