import { onlineMigration } from '@polylogue/service-kit';

/** What was not used for longest, without a walk through all that is kept. */
export const RetentionByIndex0044 = onlineMigration(
  '0044-retention-by-index',
  // One that was broken off is left behind, and is no index.
  'DROP INDEX CONCURRENTLY IF EXISTS conversation.conversations_by_age',
  'CREATE INDEX CONCURRENTLY conversations_by_age ON conversation.conversations (updated_at, id)',
  'DROP INDEX CONCURRENTLY IF EXISTS conversation.ai_chat_sessions_by_age',
  'CREATE INDEX CONCURRENTLY ai_chat_sessions_by_age ON conversation.ai_chat_sessions (updated_at)',
  // Whether a comparison has a pinned reply is asked of the pins of its user.
  'DROP INDEX CONCURRENTLY IF EXISTS conversation.pins_by_user',
  'CREATE INDEX CONCURRENTLY pins_by_user ON conversation.pins (user_id)',
);
