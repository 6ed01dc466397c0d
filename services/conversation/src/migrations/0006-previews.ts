import { sqlMigration } from '@polylogue/service-kit';

/**
 * What an administrator may see of a user's conversations: five, and of each a hundred characters. The worker role
 * calls this function and cannot read more of them.
 */
export const Previews0006 = sqlMigration(
  '0006-previews',
  `
CREATE FUNCTION conversation.latest_previews(who uuid)
  RETURNS TABLE (id uuid, ai_service text, title text, last_message text, message_count integer, updated_at timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT c.id, c.ai_service, left(c.title, 200), coalesce((
      SELECT left(m.content, 100) FROM conversation.messages m
      WHERE m.conversation_id = c.id AND m.content <> '' ORDER BY m.position DESC LIMIT 1), ''),
    (SELECT count(*)::int FROM conversation.messages m WHERE m.conversation_id = c.id), c.updated_at
  FROM conversation.conversations c WHERE c.user_id = who ORDER BY c.updated_at DESC, c.id DESC LIMIT 5 $$;
REVOKE EXECUTE ON FUNCTION conversation.latest_previews(uuid) FROM conversation_app;
GRANT EXECUTE ON FUNCTION conversation.latest_previews(uuid) TO conversation_worker;`,
);
