import { sqlMigration } from '@polylogue/service-kit';

// Whether a budget was told to be near its end that day: by which transaction. And what budget a key has, as it was last known.
export const NearEnd0020 = sqlMigration(
  '0020-near-end',
  `
ALTER TABLE ai_dispatch.budget_days ADD COLUMN near_end_tx xid8;
ALTER TABLE ai_dispatch.key_days ADD COLUMN near_end_tx xid8, ADD COLUMN budget_micros bigint;
`,
);
