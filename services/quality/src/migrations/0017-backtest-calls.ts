import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

/**
 * The calls of backtests. A row stands before its call is made, and none is made twice: one whose process is gone ends as
 * interrupted.
 */
export const BacktestCalls0017 = sqlMigration(
  '0017-backtest-calls',
  `
CREATE TABLE quality.backtest_calls (
  id uuid PRIMARY KEY,
  backtest_id uuid NOT NULL,
  number smallint NOT NULL,
  user_id uuid NOT NULL,
  -- 0 to the candidate; to the judge: 1 with the candidate's reply first, 2 with it last.
  part smallint NOT NULL CHECK (part BETWEEN 0 AND 2),
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'completed', 'failed', 'interrupted', 'cancelled')),
  owner text NOT NULL,
  fence integer NOT NULL DEFAULT 0,
  lease_until timestamptz NOT NULL,
  cancel_requested boolean NOT NULL DEFAULT false,
  begun_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  -- The most it is expected to cost, in millionths of a dollar; null: unknown.
  expected_micros bigint,
  cost_usd double precision,
  response_time_ms integer,
  -- The text of the candidate; null when the round was deleted.
  answer text,
  better text CHECK (better IN ('candidate', 'baseline', 'tie')),
  margin smallint,
  reason text,
  error text,
  error_code text,
  UNIQUE (backtest_id, number, part),
  FOREIGN KEY (backtest_id, number) REFERENCES quality.backtest_cases ON DELETE CASCADE,
  CHECK ((status = 'pending') = (ended_at IS NULL))
);
CREATE INDEX backtest_calls_by_user ON quality.backtest_calls (user_id, begun_at);
CREATE INDEX backtest_calls_open ON quality.backtest_calls (lease_until) WHERE status = 'pending';
`,
  enableRowSecurity('quality.backtest_calls', 'user_id', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
);
