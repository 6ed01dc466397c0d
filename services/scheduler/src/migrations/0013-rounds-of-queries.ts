import { sqlMigration } from '@polylogue/service-kit';

// Whether the runs of a query are kept in History, and judged there.
export const RoundsOfQueries0013 = sqlMigration(
  '0013-rounds-of-queries',
  `
ALTER TABLE scheduler.saved_queries
  ADD COLUMN keeps_rounds boolean NOT NULL DEFAULT false,
  ADD COLUMN is_judged boolean NOT NULL DEFAULT false;
`,
);
