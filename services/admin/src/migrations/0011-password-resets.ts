import { enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

/** The link by which a user who forgot their password sets a new one: at most one each, which goes with the user. */
export const passwordResets = sqlMigration(
  '0011-password-resets',
  `
CREATE TABLE admin.password_resets (
  user_id uuid PRIMARY KEY REFERENCES admin.users ON DELETE CASCADE,
  -- SHA-256 of the token, which is random and long: it cannot be guessed from this.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  expires_at timestamptz NOT NULL
);`,
  enableRowSecurity('admin.password_resets', 'user_id', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  grantTo('admin.password_resets', 'app', []),
);
