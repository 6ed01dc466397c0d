import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

// A secret is not kept: it is made again from the salt and a key that is not in the database (decision 0051).
export const Webhooks0006 = sqlMigration(
  '0006-webhooks',
  `
CREATE TABLE scheduler.webhooks (
  saved_query_id bigint PRIMARY KEY REFERENCES scheduler.saved_queries ON DELETE CASCADE,
  user_id uuid NOT NULL,
  salt bytea NOT NULL,
  renewed_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX webhooks_of_user ON scheduler.webhooks (user_id);
`,
  enableRowSecurity('scheduler.webhooks', 'user_id', ['SELECT', 'DELETE']),
);
