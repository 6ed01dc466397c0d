import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

/**
 * What came of each try of a case. A row stands before anything is called, and none is begun twice: one whose process is gone
 * ends as interrupted.
 */
export const SuiteResults0033 = sqlMigration(
  '0033-suite-results',
  `
CREATE TABLE quality.suite_results (
  id uuid PRIMARY KEY,
  run_id uuid NOT NULL REFERENCES quality.suite_runs ON DELETE CASCADE,
  number smallint NOT NULL,
  -- 2: asked once more, because it failed and used to pass.
  attempt smallint NOT NULL CHECK (attempt BETWEEN 1 AND 2),
  user_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'completed', 'failed', 'interrupted', 'cancelled')),
  owner text NOT NULL,
  fence integer NOT NULL DEFAULT 0,
  lease_until timestamptz NOT NULL,
  cancel_requested boolean NOT NULL DEFAULT false,
  begun_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  -- Calls to the judge, at most, beside that to who answers.
  judge_calls smallint NOT NULL,
  -- The most it is expected to cost, in millionths of a dollar; null: unknown.
  expected_micros bigint,
  -- Of the answer alone, and of all calls; null: unknown.
  cost_usd double precision,
  spent_usd double precision,
  response_time_ms integer,
  -- Null when the round was deleted.
  answer text,
  -- JSON of a list of quality.v1.SuiteCheck.
  checks jsonb NOT NULL DEFAULT '[]',
  -- Null without a verdict.
  passed boolean,
  error text,
  error_code text,
  UNIQUE (run_id, number, attempt),
  CHECK ((status = 'pending') = (ended_at IS NULL)),
  CHECK (passed IS NULL OR status = 'completed')
);
CREATE INDEX suite_results_by_user ON quality.suite_results (user_id, begun_at);
CREATE INDEX suite_results_open ON quality.suite_results (lease_until) WHERE status = 'pending';
`,
  enableRowSecurity('quality.suite_results', 'user_id', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
);
