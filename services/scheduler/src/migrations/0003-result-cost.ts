import { sqlMigration } from '@polylogue/service-kit';

/** What each answer cost, in whole millionths of a dollar; null is unknown, never 0. */
export const ResultCost0003 = sqlMigration(
  '0003-result-cost',
  `
ALTER TABLE scheduler.execution_results
  ADD COLUMN cost_micros bigint,
  ADD COLUMN cost_source text CHECK (cost_source IN ('provider', 'estimate'));
`,
);
