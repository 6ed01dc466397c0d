import { onlineMigration } from '@polylogue/service-kit';

/** An index by user, so that an erasure does not read the rows of other users. */
export const ByUser0005 = onlineMigration(
  '0005-by-user',
  // A build that was interrupted leaves an invalid index behind.
  'DROP INDEX CONCURRENTLY IF EXISTS quality.judgings_by_user',
  'CREATE INDEX CONCURRENTLY judgings_by_user ON quality.judgings (user_id)',
);
