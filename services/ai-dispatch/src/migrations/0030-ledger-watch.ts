import { grantTo, sqlMigration } from '@polylogue/service-kit';

/**
 * Up to when all calls of the ledger have an end: those of lost processes are looked for behind it, and not by an index on what
 * every call changes as it ends.
 */
export const LedgerWatch0030 = sqlMigration(
  '0030-ledger-watch',
  `
CREATE TABLE ai_dispatch.ledger_watch (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  ended_before timestamptz NOT NULL
);
INSERT INTO ai_dispatch.ledger_watch (ended_before)
SELECT least(min(started_at), now() - interval '1 day') FROM ai_dispatch.calls WHERE ended_at IS NULL;
`,
  grantTo('ai_dispatch.ledger_watch', 'app', []),
  grantTo('ai_dispatch.ledger_watch', 'worker', ['SELECT', 'UPDATE']),
);
