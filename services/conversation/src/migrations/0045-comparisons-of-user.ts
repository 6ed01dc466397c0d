import { onlineMigration } from '@polylogue/service-kit';

/**
 * What stands for a comparison, and how many a user has, is read from the index alone. The one before knew no user, so each
 * of its entries was looked up in the table; every statement, also of the version before, names the user and is served by
 * this one.
 */
export const ComparisonsOfUser0045 = onlineMigration(
  '0045-comparisons-of-user',
  // One that was broken off is left behind, and is no index.
  'DROP INDEX CONCURRENTLY IF EXISTS conversation.conversations_by_comparison',
  `CREATE INDEX CONCURRENTLY conversations_by_comparison
     ON conversation.conversations (user_id, comparison_id, updated_at, id)`,
  'DROP INDEX CONCURRENTLY IF EXISTS conversation.conversations_of_comparison',
);
