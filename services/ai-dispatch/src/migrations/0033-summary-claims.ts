import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

/** Which process makes the summary of a key: of several replicas only one pays for it. */
export const SummaryClaims0033 = sqlMigration(
  '0033-summary-claims',
  `
CREATE TABLE ai_dispatch.summary_claims (
  user_id uuid NOT NULL,
  key text NOT NULL,
  id uuid NOT NULL,
  body_hash text NOT NULL,
  lapses_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
);
`,
  enableRowSecurity('ai_dispatch.summary_claims', 'user_id'),
);
