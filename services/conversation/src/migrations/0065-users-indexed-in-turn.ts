import { sqlMigration } from '@polylogue/service-kit';

/**
 * Two processes index the words of different users: who reads those of a user holds a lock that is not written to the log, where a
 * lock of every row that waits is.
 */
export const UsersIndexedInTurn0065 = sqlMigration(
  '0065-users-indexed-in-turn',
  `
-- As before, but that users are locked and not rows. What was read and is stored anew meanwhile is another version, which keeps its turn.
CREATE OR REPLACE FUNCTION conversation.read_unindexed(most integer, most_bytes integer, last_user uuid)
RETURNS TABLE (message_id uuid, conversation_id uuid, user_id uuid, content text, title text, is_first boolean,
  turn integer, version text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = conversation, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH RECURSIVE walk (user_id, turn) AS (
    SELECT last_user, 0
    UNION ALL
    SELECT coalesce(
      (SELECT q.user_id FROM search_queue q WHERE q.user_id > w.user_id ORDER BY q.user_id LIMIT 1),
      (SELECT q.user_id FROM search_queue q ORDER BY q.user_id LIMIT 1)
    ), w.turn + 1
    FROM walk w WHERE w.turn < 50 AND w.user_id IS NOT NULL
  ), users AS MATERIALIZED (
    SELECT w.user_id, min(w.turn) AS turn FROM walk w WHERE w.turn > 0 AND w.user_id IS NOT NULL GROUP BY w.user_id
    HAVING pg_try_advisory_xact_lock(hashtextextended('polylogue index ' || w.user_id, 0))
  ), waiting AS (
    SELECT q.message_id, u.turn, row_number() OVER (PARTITION BY u.turn ORDER BY q.queued DESC) AS rank
    FROM users u CROSS JOIN LATERAL (
      SELECT q.message_id, q.queued FROM search_queue q WHERE q.user_id = u.user_id
      ORDER BY q.queued DESC LIMIT greatest(1, most / (SELECT count(*) FROM users))
    ) q
  ), measured AS (
    SELECT w.message_id, w.turn, sum(octet_length(m.content)) OVER (
      ORDER BY w.rank, w.turn ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM waiting w JOIN messages m ON m.id = w.message_id
  )
  SELECT m.id, m.conversation_id, m.user_id, m.content, c.title, NOT EXISTS (
    SELECT FROM messages o WHERE o.conversation_id = m.conversation_id AND o.position < m.position), n.turn, m.xmin::text
  FROM measured n JOIN messages m ON m.id = n.message_id JOIN conversations c ON c.id = m.conversation_id
  WHERE coalesce(n.bytes_before, 0) < most_bytes;
END $$;`,
);
