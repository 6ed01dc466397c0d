import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

/** The rounds of a backtest, each with the reply that the candidate's is compared with, and what came of it. */
export const BacktestCases0016 = sqlMigration(
  '0016-backtest-cases',
  `
CREATE TABLE quality.backtest_cases (
  backtest_id uuid NOT NULL REFERENCES quality.backtests ON DELETE CASCADE,
  -- From 1, newest round first.
  number smallint NOT NULL CHECK (number > 0),
  user_id uuid NOT NULL,
  broadcast_id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  message_id uuid NOT NULL,
  -- The name of the service or variant that wrote it.
  baseline text NOT NULL,
  is_pinned boolean NOT NULL,
  baseline_usd double precision,
  baseline_ms integer,
  tags text[] NOT NULL,
  -- Its beginning; null when the round was deleted.
  question text,
  judge text NOT NULL,
  -- The most that one call is expected to cost, in millionths of a dollar; null: unknown.
  candidate_micros bigint,
  judge_micros bigint,
  outcome text NOT NULL DEFAULT 'pending' CHECK (outcome IN ('win', 'tie', 'loss', 'failed', 'pending')),
  is_inconsistent boolean NOT NULL DEFAULT false,
  -- Of both orders together.
  margin smallint NOT NULL DEFAULT 0,
  error text,
  PRIMARY KEY (backtest_id, number)
);
CREATE INDEX backtest_cases_by_user ON quality.backtest_cases (user_id, conversation_id);
`,
  enableRowSecurity('quality.backtest_cases', 'user_id', ['SELECT', 'UPDATE']),
);
