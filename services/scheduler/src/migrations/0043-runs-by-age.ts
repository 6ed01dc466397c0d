import { onlineMigration } from '@polylogue/service-kit';

/** Runs that ended longest ago, without a walk through all that are kept. */
export const RunsByAge0043 = onlineMigration(
  '0043-runs-by-age',
  // One that was broken off is left behind, and is no index.
  'DROP INDEX CONCURRENTLY IF EXISTS scheduler.executions_by_age',
  `CREATE INDEX CONCURRENTLY executions_by_age ON scheduler.executions (coalesce(ended_at, due_at))
   WHERE status IN ('completed', 'failed')`,
);
