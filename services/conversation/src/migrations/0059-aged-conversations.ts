import { sqlMigration } from '@polylogue/service-kit';

/** Only the index by age is any use: sorting would read all that is as old. */
const byAge = `SET search_path = conversation, pg_temp SET plan_cache_mode = force_generic_plan SET enable_sort = off
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET enable_bitmapscan = off`;

/**
 * What the rule of retention looks at, a page at a time. The function before answered only what goes, so that one statement walked past all
 * that stays, and it was planned for a limit that it did not know: where a million conversations are old, a page took 27 seconds, which is
 * more than a statement may, and nothing was ever removed.
 */
export const AgedConversations0059 = sqlMigration(
  '0059-aged-conversations',
  `
-- Conversations that were last used before a time, in their order after a place, so many at most, and whether each may go. Those of a
-- comparison go together: none goes before the one that was used last may go.
CREATE FUNCTION conversation.aged_conversations(
  cutoff timestamptz, with_kept boolean, after_at timestamptz, after_id uuid, most integer
) RETURNS TABLE (id uuid, user_id uuid, updated_at timestamptz, message_count integer, is_expired boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER ${byAge} AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT a.id, a.user_id, a.updated_at, a.message_count,
    NOT EXISTS (SELECT FROM deletions d WHERE d.conversation_id = a.id)
      AND NOT EXISTS (SELECT FROM conversations o
        WHERE o.comparison_id = a.comparison_id AND o.user_id = a.user_id AND o.updated_at >= cutoff)
      AND (with_kept OR NOT is_kept(a.user_id, a.id, a.comparison_id))
  FROM (
    SELECT c.id, c.user_id, c.comparison_id, c.updated_at, c.message_count FROM conversations c
    WHERE c.updated_at < cutoff AND (c.updated_at, c.id) > (after_at, after_id)
    ORDER BY c.updated_at, c.id LIMIT most
  ) a
  ORDER BY a.updated_at, a.id;
END $$;
REVOKE EXECUTE ON FUNCTION conversation.aged_conversations FROM conversation_app;

-- As before, but that it is planned for a small number.
CREATE OR REPLACE FUNCTION conversation.remove_expired_chats(cutoff timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER ${byAge} AS $$
DECLARE
  removed integer;
BEGIN
  WITH gone AS (
    DELETE FROM ai_chat_sessions WHERE ctid = ANY (ARRAY(
      SELECT s.ctid FROM ai_chat_sessions s WHERE s.updated_at < cutoff AND NOT EXISTS (
        SELECT FROM ai_chat_turns t WHERE t.user_id = s.user_id AND t.session_id = s.id AND t.status = 'pending')
      ORDER BY s.updated_at LIMIT most FOR UPDATE SKIP LOCKED)) RETURNING 1
  ) SELECT count(*)::integer INTO removed FROM gone;
  RETURN removed;
END $$;
`,
);
