import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

/** What people say of the pairs of a backtest, in an order that is drawn when a pair is first shown. */
export const BacktestVotes0035 = sqlMigration(
  '0035-backtest-votes',
  `
CREATE TABLE quality.backtest_votes (
  backtest_id uuid NOT NULL,
  number smallint NOT NULL,
  user_id uuid NOT NULL,
  candidate_first boolean NOT NULL,
  -- Null: shown, and not answered yet.
  choice text CHECK (choice IN ('candidate', 'baseline', 'tie', 'both_bad')),
  created_at timestamptz NOT NULL DEFAULT now(),
  voted_at timestamptz,
  PRIMARY KEY (backtest_id, number, user_id),
  FOREIGN KEY (backtest_id, number) REFERENCES quality.backtest_cases ON DELETE CASCADE,
  CHECK ((choice IS NULL) = (voted_at IS NULL))
);
CREATE INDEX backtest_votes_by_user ON quality.backtest_votes (user_id);
`,
  enableRowSecurity('quality.backtest_votes', 'user_id', ['SELECT']),
);
