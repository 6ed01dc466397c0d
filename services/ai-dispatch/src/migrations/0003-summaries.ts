import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

// Answers of requests with an Idempotency-Key, for a day.
export const Summaries0003 = sqlMigration(
  '0003-summaries',
  `
CREATE TABLE ai_dispatch.summaries (
  user_id uuid NOT NULL,
  key text NOT NULL,
  body_hash text NOT NULL,
  summary text NOT NULL,
  ai_service text NOT NULL,
  display_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
`,
  enableRowSecurity('ai_dispatch.summaries', 'user_id'),
);
