import { sqlMigration } from '@polylogue/service-kit';

/** The services a key is limited to, and what its calls of a day may cost; null: all of them, and no budget of its own. */
export const keyLimits = sqlMigration(
  '0004-key-limits',
  `
ALTER TABLE gateway.api_keys
  ADD COLUMN ai_services text[],
  ADD COLUMN daily_budget_micros bigint;`,
);
