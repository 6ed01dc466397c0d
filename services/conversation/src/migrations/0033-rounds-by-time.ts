import { onlineMigration } from '@polylogue/service-kit';

/** The newest rounds of a user, without a look at the older ones. */
export const RoundsByTime0033 = onlineMigration(
  '0033-rounds-by-time',
  // A build that was interrupted leaves an invalid index behind.
  'DROP INDEX CONCURRENTLY IF EXISTS conversation.broadcasts_by_time',
  `CREATE INDEX CONCURRENTLY broadcasts_by_time ON conversation.broadcasts (user_id, created_at DESC, id DESC)
     WHERE retry_of IS NULL`,
);
