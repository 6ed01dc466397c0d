import { onlineMigration } from '@polylogue/service-kit';

/**
 * No index of the ledger holds what the end of a call changes, and its pages have room for a second version of their rows: the end
 * is written in place, and no index is written again.
 */
export const LedgerInPlace0031 = onlineMigration(
  '0031-ledger-in-place',
  'DROP INDEX CONCURRENTLY IF EXISTS ai_dispatch.calls_by_start',
  `CREATE INDEX CONCURRENTLY calls_by_start ON ai_dispatch.calls USING brin (started_at)
   WITH (pages_per_range = 32, autosummarize = on)`,
  'DROP INDEX CONCURRENTLY IF EXISTS ai_dispatch.calls_open',
  'DROP INDEX CONCURRENTLY IF EXISTS ai_dispatch.calls_with_estimate',
  'ALTER TABLE ai_dispatch.calls SET (fillfactor = 60)',
);
