import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

/** Keys of users for their programs. Like a session, a key is looked up before its user is known. */
export const apiKeys = sqlMigration(
  '0003-api-keys',
  `
CREATE TABLE gateway.api_keys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  hash bytea NOT NULL UNIQUE,
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_address text
);
CREATE INDEX api_keys_user ON gateway.api_keys (user_id);`,
  enableRowSecurity('gateway.api_keys', 'user_id', ['SELECT', 'UPDATE', 'DELETE']),
);
