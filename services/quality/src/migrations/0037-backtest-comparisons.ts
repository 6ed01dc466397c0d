import { sqlMigration } from '@polylogue/service-kit';

/** The comparison of which the round is part, to read it there. */
export const BacktestComparisons0037 = sqlMigration(
  '0037-backtest-comparisons',
  `ALTER TABLE quality.backtest_cases ADD COLUMN comparison_id uuid;`,
);
