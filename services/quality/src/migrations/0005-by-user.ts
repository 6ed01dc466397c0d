import { onlineMigration } from '@polylogue/service-kit';

/** What names a user is found by an index: an erasure walks through nobody else's rows. */
export const ByUser0005 = onlineMigration(
  '0005-by-user',
  // One that was broken off is left behind, and is no index.
  'DROP INDEX CONCURRENTLY IF EXISTS quality.judgings_by_user',
  'CREATE INDEX CONCURRENTLY judgings_by_user ON quality.judgings (user_id)',
);
