import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

/** Runs of suites: who answered, whether it goes on, and what got worse. */
export const SuiteRuns0032 = sqlMigration(
  '0032-suite-runs',
  `
CREATE TABLE quality.suite_runs (
  id uuid PRIMARY KEY,
  suite_id uuid NOT NULL REFERENCES quality.suites ON DELETE CASCADE,
  user_id uuid NOT NULL,
  -- JSON of quality.v1.BacktestCandidate and BacktestBudget.
  candidate jsonb NOT NULL,
  budget jsonb NOT NULL,
  -- Who judges; null where nothing is judged.
  judge text,
  -- By case: the most that one try is expected to cost, in millionths of a dollar; null: unknown.
  expected_micros jsonb NOT NULL,
  -- Of a run by schedule.
  slot_at timestamptz,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'completed', 'stopped', 'cancelled')),
  stop_reason text,
  -- The numbers of the cases that got worse.
  worse smallint[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  UNIQUE (suite_id, slot_at),
  CHECK ((status = 'stopped') = (stop_reason IS NOT NULL)),
  CHECK ((status = 'running') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX suite_runs_running ON quality.suite_runs (suite_id) WHERE status = 'running';
CREATE INDEX suite_runs_by_suite ON quality.suite_runs (suite_id, created_at);
CREATE INDEX suite_runs_by_user ON quality.suite_runs (user_id);
`,
  enableRowSecurity('quality.suite_runs', 'user_id', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
);
