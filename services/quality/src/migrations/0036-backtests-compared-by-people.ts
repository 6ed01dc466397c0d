import { sqlMigration } from '@polylogue/service-kit';

/** Whether people compare in a backtest, when they had done so, and since when its failures are counted. */
export const BacktestsComparedByPeople0036 = sqlMigration(
  '0036-backtests-compared-by-people',
  `
ALTER TABLE quality.backtests
  ADD COLUMN people_compare boolean NOT NULL DEFAULT false,
  -- Names and cases are hidden before.
  ADD COLUMN people_ended_at timestamptz,
  ADD COLUMN resumed_at timestamptz;
`,
);
