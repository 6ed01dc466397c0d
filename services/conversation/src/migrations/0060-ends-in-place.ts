import { onlineMigration } from '@polylogue/service-kit';

/**
 * The end of a reply changes what a conversation is listed with, its last words and its cost, and no order but that by its last words.
 * Without an index for that one the row is written in place, not to seven other indexes as well; who wants that order has their
 * own conversations sorted.
 */
export const EndsInPlace0060 = onlineMigration(
  '0060-ends-in-place',
  'ALTER TABLE conversation.conversations SET (fillfactor = 80)',
  'DROP INDEX CONCURRENTLY IF EXISTS conversation.conversations_by_preview',
);
