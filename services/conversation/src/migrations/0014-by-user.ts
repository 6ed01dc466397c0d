import { onlineMigration } from '@polylogue/service-kit';

const tables = ['attachments', 'broadcasts', 'messages', 'search_entries'];

/** What names a user is found by an index: an erasure walks through no other user's rows. */
export const ByUser0014 = onlineMigration(
  '0014-by-user',
  ...tables.flatMap((table) => [
    // One that was broken off is left behind, and is no index.
    `DROP INDEX CONCURRENTLY IF EXISTS conversation.${table}_by_user`,
    `CREATE INDEX CONCURRENTLY ${table}_by_user ON conversation.${table} (user_id)`,
  ]),
);
