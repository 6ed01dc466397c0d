import { sqlMigration } from '@polylogue/service-kit';

// The files of a message beside its first one, which `messages.attachment_id` names: they are copied, sent again and
// deleted with it. A picture has no text; ai-dispatch keeps its bytes as a medium.
export const SeveralFiles0024 = sqlMigration(
  '0024-several-files',
  `
ALTER TABLE conversation.attachments
  ADD COLUMN first_id uuid REFERENCES conversation.attachments ON DELETE CASCADE,
  ADD COLUMN place smallint NOT NULL DEFAULT 0,
  ADD COLUMN picture jsonb;
CREATE INDEX attachments_of_first ON conversation.attachments (first_id) WHERE first_id IS NOT NULL;
CREATE INDEX attachments_with_picture ON conversation.attachments (user_id) WHERE picture IS NOT NULL;
`,
);
