import { onlineMigration } from '@polylogue/service-kit';

/** What one list of comparisons needs: the newest conversation of each, and which are not grouped yet. */
export const ComparisonsByIndex0022 = onlineMigration(
  '0022-comparisons-by-index',
  // One that was broken off is left behind, and is no index.
  'DROP INDEX CONCURRENTLY IF EXISTS conversation.conversations_of_comparison',
  'CREATE INDEX CONCURRENTLY conversations_of_comparison ON conversation.conversations (comparison_id, updated_at, id)',
  'DROP INDEX CONCURRENTLY IF EXISTS conversation.conversations_without_comparison',
  `CREATE INDEX CONCURRENTLY conversations_without_comparison ON conversation.conversations (id)
   WHERE comparison_id IS NULL`,
);
