import { sqlMigration } from '@polylogue/service-kit';

// Pictures, sounds and films of a reply, as a list of id, type, name and size; ai-dispatch keeps the bytes.
export const Media0008 = sqlMigration(
  '0008-media',
  `
ALTER TABLE conversation.messages ADD COLUMN media jsonb;
CREATE INDEX messages_with_media ON conversation.messages (user_id) WHERE media IS NOT NULL;
`,
);
