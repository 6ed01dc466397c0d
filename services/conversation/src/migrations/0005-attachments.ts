import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

export const Attachments0005 = sqlMigration(
  '0005-attachments',
  `
-- What was taken out of a file, once, however many services were sent it. Its bytes are not kept.
CREATE TABLE conversation.attachments (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  name text NOT NULL,
  size integer NOT NULL CHECK (size >= 0),
  type text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE conversation.messages ADD COLUMN attachment_id uuid REFERENCES conversation.attachments;
CREATE INDEX messages_of_attachment ON conversation.messages (attachment_id) WHERE attachment_id IS NOT NULL;

-- A file leaves with the last message that came with it.
CREATE FUNCTION conversation.drop_attachments() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = conversation, pg_temp AS $$
BEGIN
  DELETE FROM attachments a WHERE a.id IN (SELECT attachment_id FROM gone WHERE attachment_id IS NOT NULL)
    AND NOT EXISTS (SELECT FROM messages m WHERE m.attachment_id = a.id);
  RETURN NULL;
END $$;
CREATE TRIGGER attachments_dropped AFTER DELETE ON conversation.messages REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION conversation.drop_attachments();

-- What a reply was given: the thread up to this position, without the text of replies that were still open then.
ALTER TABLE conversation.dispatches
  ADD COLUMN context_until bigint,
  ADD COLUMN left_out uuid[] NOT NULL DEFAULT '{}';

-- The best reply of a broadcast; replies asked for again count to the broadcast they were first asked for in.
CREATE TABLE conversation.pins (
  broadcast_id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  message_id uuid NOT NULL UNIQUE REFERENCES conversation.messages ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
`,
  enableRowSecurity('conversation.attachments', 'user_id'),
  enableRowSecurity('conversation.pins', 'user_id'),
);
