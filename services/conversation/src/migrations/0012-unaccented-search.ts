import { sqlMigration } from '@polylogue/service-kit';

/** Words are indexed without accents and emoji are words from here on: what has either, in a text or a title, is indexed anew. */
export const UnaccentedSearch0012 = sqlMigration(
  '0012-unaccented-search',
  `
INSERT INTO conversation.search_queue (message_id, user_id)
SELECT m.id, m.user_id FROM conversation.messages m JOIN conversation.conversations c ON c.id = m.conversation_id
WHERE m.status <> 'pending' AND (m.content ~ '[^[:ascii:]]' OR c.title ~ '[^[:ascii:]]')
ON CONFLICT DO NOTHING;`,
);
