import { enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

/**
 * Large conversations are deleted in the background. From the moment they stand in `deletions` the application role sees
 * neither them nor their messages, whatever the query.
 */
export const Deletions0013 = sqlMigration(
  '0013-deletions',
  `
CREATE TABLE conversation.deletions (
  conversation_id uuid PRIMARY KEY REFERENCES conversation.conversations ON DELETE CASCADE,
  user_id uuid NOT NULL,
  deleted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX deletions_of_user ON conversation.deletions (user_id);
CREATE INDEX deletions_by_age ON conversation.deletions (deleted_at);
`,
  enableRowSecurity('conversation.deletions', 'user_id', ['SELECT']),
  grantTo('conversation.deletions', 'app', ['SELECT', 'INSERT']),
  `
CREATE POLICY not_deleted ON conversation.conversations AS RESTRICTIVE FOR SELECT TO conversation_app
  USING (id NOT IN (SELECT conversation_id FROM conversation.deletions));
CREATE POLICY not_deleted ON conversation.messages AS RESTRICTIVE FOR SELECT TO conversation_app
  USING (conversation_id NOT IN (SELECT conversation_id FROM conversation.deletions));

-- Removes so many rows at most of what was deleted longest ago and is nobody else's turn. Answers whether there was any.
CREATE FUNCTION conversation.continue_deletion(max_rows integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = conversation, pg_temp AS $$
DECLARE
  next_id uuid;
  entries integer;
  removed integer;
BEGIN
  SELECT d.conversation_id INTO next_id FROM deletions d ORDER BY d.deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF next_id IS NULL THEN
    RETURN false;
  END IF;
  DELETE FROM search_entries WHERE ctid = ANY (ARRAY(
    SELECT e.ctid FROM search_entries e WHERE e.conversation_id = next_id LIMIT max_rows));
  GET DIAGNOSTICS entries = ROW_COUNT;
  DELETE FROM messages WHERE id = ANY (ARRAY(
    SELECT m.id FROM messages m WHERE m.conversation_id = next_id ORDER BY m.position LIMIT max_rows));
  GET DIAGNOSTICS removed = ROW_COUNT;
  IF entries < max_rows AND removed < max_rows THEN
    DELETE FROM conversations WHERE id = next_id;
  END IF;
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION conversation.continue_deletion(integer) FROM conversation_app;

CREATE OR REPLACE FUNCTION conversation.latest_previews(who uuid)
  RETURNS TABLE (id uuid, ai_service text, title text, last_message text, message_count integer, updated_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT c.id, c.ai_service, left(c.title, 200), coalesce((
      SELECT left(m.content, 100) FROM conversation.messages m
      WHERE m.conversation_id = c.id AND m.content <> '' ORDER BY m.position DESC LIMIT 1), ''),
    (SELECT count(*)::int FROM conversation.messages m WHERE m.conversation_id = c.id), c.updated_at
  FROM conversation.conversations c
  WHERE c.user_id = who AND NOT EXISTS (SELECT FROM conversation.deletions d WHERE d.conversation_id = c.id)
  ORDER BY c.updated_at DESC, c.id DESC LIMIT 5 $$;
`,
);
