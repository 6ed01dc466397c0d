import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

/** Backtests: what was asked for, and whether it goes on. */
export const Backtests0015 = sqlMigration(
  '0015-backtests',
  `
CREATE TABLE quality.backtests (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  name text,
  -- JSON of quality.v1.BacktestCandidate, BacktestSample and BacktestBudget, and of a list of BacktestGap.
  candidate jsonb NOT NULL,
  sample jsonb NOT NULL,
  budget jsonb NOT NULL,
  left_out jsonb NOT NULL,
  -- Who compares rather.
  judge text,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'paused', 'completed', 'cancelled')),
  pause_reason text,
  idempotency_key text,
  body_hash text,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  CHECK ((idempotency_key IS NULL) = (body_hash IS NULL)),
  CHECK ((status = 'paused') = (pause_reason IS NOT NULL)),
  CHECK ((status IN ('running', 'paused')) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX backtests_by_key ON quality.backtests (user_id, idempotency_key);
CREATE INDEX backtests_running ON quality.backtests (created_at) WHERE status = 'running';
`,
  enableRowSecurity('quality.backtests', 'user_id', ['SELECT', 'UPDATE']),
);
