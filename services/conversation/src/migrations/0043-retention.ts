import { sqlMigration } from '@polylogue/service-kit';

// What was not used for as long as the installation's rule says is found across users and removed with the worker role, which reads
// no table for it: it calls these.
export const Retention0043 = sqlMigration(
  '0043-retention',
  `
-- Whether a conversation, or one of its comparison, is starred or has a pinned reply.
CREATE FUNCTION conversation.is_kept(who uuid, conversation uuid, comparison uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = conversation, pg_temp AS $$
  SELECT EXISTS (SELECT FROM comparisons g WHERE g.user_id = who AND g.id = comparison AND g.is_starred)
    OR EXISTS (SELECT FROM pins p JOIN messages m ON m.id = p.message_id JOIN conversations o ON o.id = m.conversation_id
      WHERE p.user_id = who AND (o.id = conversation OR o.comparison_id = comparison))
$$;

-- Conversations that were last used before a time, in their order after a place. Those of a comparison go together: none goes
-- before the one that was used last may go.
CREATE FUNCTION conversation.expired_conversations(
  cutoff timestamptz, with_kept boolean, after_at timestamptz, after_id uuid, most integer
) RETURNS TABLE (id uuid, user_id uuid, updated_at timestamptz, message_count integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = conversation, pg_temp AS $$
  SELECT c.id, c.user_id, c.updated_at, c.message_count FROM conversations c
  WHERE c.updated_at < cutoff AND (c.updated_at, c.id) > (after_at, after_id)
    AND NOT EXISTS (SELECT FROM deletions d WHERE d.conversation_id = c.id)
    AND NOT EXISTS (SELECT FROM conversations o
      WHERE o.comparison_id = c.comparison_id AND o.user_id = c.user_id AND o.updated_at >= cutoff)
    AND (with_kept OR NOT is_kept(c.user_id, c.id, c.comparison_id))
  ORDER BY c.updated_at, c.id LIMIT most
$$;

CREATE FUNCTION conversation.remove_expired_chats(cutoff timestamptz, most integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = conversation, pg_temp AS $$
  WITH gone AS (
    DELETE FROM ai_chat_sessions WHERE ctid = ANY (ARRAY(
      SELECT s.ctid FROM ai_chat_sessions s WHERE s.updated_at < cutoff AND NOT EXISTS (
        SELECT FROM ai_chat_turns t WHERE t.user_id = s.user_id AND t.session_id = s.id AND t.status = 'pending')
      ORDER BY s.updated_at LIMIT most FOR UPDATE SKIP LOCKED)) RETURNING 1
  ) SELECT count(*)::integer FROM gone
$$;

-- What would be removed now, and what stays although it is as old. Whoever has many pins is looked at once.
CREATE FUNCTION conversation.count_expired(cutoff timestamptz, with_kept boolean) RETURNS TABLE (
  conversations bigint, messages bigint, ai_chats bigint, users bigint, kept bigint, oldest_at timestamptz
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = conversation, pg_temp AS $$
  WITH pinned AS MATERIALIZED (
    SELECT DISTINCT o.user_id, coalesce(o.comparison_id, o.id) AS id
    FROM pins p JOIN messages m ON m.id = p.message_id JOIN conversations o ON o.id = m.conversation_id
  ), old AS MATERIALIZED (
    SELECT c.user_id, c.message_count, c.updated_at, g.id IS NOT NULL OR p.id IS NOT NULL AS is_kept
    FROM conversations c
    LEFT JOIN comparisons g ON g.user_id = c.user_id AND g.id = c.comparison_id AND g.is_starred
    LEFT JOIN pinned p ON p.user_id = c.user_id AND p.id = coalesce(c.comparison_id, c.id)
    WHERE c.updated_at < cutoff AND c.id NOT IN (SELECT conversation_id FROM deletions)
      AND NOT EXISTS (SELECT FROM conversations o
        WHERE o.comparison_id = c.comparison_id AND o.user_id = c.user_id AND o.updated_at >= cutoff)
  ), chats AS MATERIALIZED (
    SELECT s.user_id, s.updated_at FROM ai_chat_sessions s WHERE s.updated_at < cutoff
  ), going AS (
    SELECT user_id, message_count, updated_at FROM old WHERE with_kept OR NOT is_kept
  )
  SELECT count(*), coalesce(sum(message_count), 0)::bigint, (SELECT count(*) FROM chats),
    (SELECT count(*) FROM (SELECT user_id FROM going UNION SELECT user_id FROM chats) AS of_users),
    (SELECT count(*) FROM old WHERE is_kept AND NOT with_kept),
    least(min(updated_at), (SELECT min(updated_at) FROM chats))
  FROM going
$$;
REVOKE EXECUTE ON FUNCTION conversation.expired_conversations, conversation.remove_expired_chats, conversation.count_expired
  FROM conversation_app;
`,
);
