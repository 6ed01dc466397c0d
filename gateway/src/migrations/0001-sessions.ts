import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

/** What connect-pg-simple reads and writes, plus whose session it is. A session is looked up before its user is known. */
export const sessions = sqlMigration(
  '0001-sessions',
  `
CREATE TABLE gateway.sessions (
  sid text PRIMARY KEY,
  sess jsonb NOT NULL,
  expire timestamptz NOT NULL,
  user_id uuid GENERATED ALWAYS AS ((sess ->> 'userId')::uuid) STORED
);
CREATE INDEX sessions_expire ON gateway.sessions (expire);
CREATE INDEX sessions_user ON gateway.sessions (user_id);`,
  enableRowSecurity('gateway.sessions', 'user_id', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
);
