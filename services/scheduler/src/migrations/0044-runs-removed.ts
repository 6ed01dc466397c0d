import { sqlMigration } from '@polylogue/service-kit';

// How many of a query's runs went by the rule of retention: the others keep their numbers.
export const RunsRemoved0044 = sqlMigration(
  '0044-runs-removed',
  'ALTER TABLE scheduler.saved_queries ADD COLUMN runs_removed integer NOT NULL DEFAULT 0',
);
