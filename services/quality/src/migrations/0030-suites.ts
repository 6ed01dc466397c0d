import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

/** Suites: a frozen set with what has to hold of each answer, who answers, and when it runs. */
export const Suites0030 = sqlMigration(
  '0030-suites',
  `
CREATE TABLE quality.suites (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  name text NOT NULL,
  -- JSON of quality.v1.BacktestCandidate and BacktestBudget, and lists of SuiteAssertion and SuiteGap.
  candidate jsonb NOT NULL,
  budget jsonb NOT NULL,
  assertions jsonb NOT NULL,
  left_out jsonb NOT NULL,
  -- Who judges rather.
  judge text,
  -- JSON of quality.v1.SuiteSchedule; null: it runs by hand.
  schedule jsonb,
  next_run_at timestamptz,
  idempotency_key text,
  body_hash text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((idempotency_key IS NULL) = (body_hash IS NULL)),
  CHECK (schedule IS NOT NULL OR next_run_at IS NULL)
);
CREATE UNIQUE INDEX suites_by_key ON quality.suites (user_id, idempotency_key);
CREATE INDEX suites_due ON quality.suites (next_run_at) WHERE next_run_at IS NOT NULL;
`,
  enableRowSecurity('quality.suites', 'user_id', ['SELECT', 'UPDATE']),
);
