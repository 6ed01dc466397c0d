import { sqlMigration } from '@polylogue/service-kit';

/**
 * Words are made while no conversation is locked: that takes a turn of the event loop for each text, and a message to a
 * conversation of the batch waited for all of it. The function that takes at once stays for the version before.
 */
export const UnlockedSearch0048 = sqlMigration(
  '0048-unlocked-search',
  `
-- Messages of the queue, with what the index needs of them: an equal share of each user who waits, the newest first,
-- beginning with the user after the one who was last in turn. So many at most, and none more once they have so many
-- bytes of text. Their places in the queue stay locked, so that replicas share the work.
CREATE FUNCTION conversation.read_unindexed(most integer, most_bytes integer, last_user uuid)
RETURNS TABLE (message_id uuid, conversation_id uuid, user_id uuid, content text, title text, is_first boolean,
  turn integer, version text)
LANGUAGE sql SECURITY DEFINER SET search_path = conversation, pg_temp
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
  WITH RECURSIVE walk (user_id, turn) AS (
    SELECT last_user, 0
    UNION ALL
    SELECT coalesce(
      (SELECT q.user_id FROM search_queue q WHERE q.user_id > w.user_id ORDER BY q.user_id LIMIT 1),
      (SELECT q.user_id FROM search_queue q ORDER BY q.user_id LIMIT 1)
    ), w.turn + 1
    FROM walk w WHERE w.turn < 50 AND w.user_id IS NOT NULL
  ), users AS (
    SELECT w.user_id, min(w.turn) AS turn FROM walk w WHERE w.turn > 0 AND w.user_id IS NOT NULL GROUP BY w.user_id
  ), waiting AS (
    SELECT q.message_id, u.turn, row_number() OVER (PARTITION BY u.turn ORDER BY q.queued DESC) AS rank
    FROM users u CROSS JOIN LATERAL (
      SELECT q.message_id, q.queued FROM search_queue q WHERE q.user_id = u.user_id
      ORDER BY q.queued DESC LIMIT greatest(1, most / (SELECT count(*) FROM users)) FOR UPDATE SKIP LOCKED
    ) q
  ), measured AS (
    SELECT w.message_id, w.turn, sum(octet_length(m.content)) OVER (
      ORDER BY w.rank, w.turn ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM waiting w JOIN messages m ON m.id = w.message_id
  )
  SELECT m.id, m.conversation_id, m.user_id, m.content, c.title, NOT EXISTS (
    SELECT FROM messages o WHERE o.conversation_id = m.conversation_id AND o.position < m.position), n.turn, m.xmin::text
  FROM measured n JOIN messages m ON m.id = n.message_id JOIN conversations c ON c.id = m.conversation_id
  WHERE coalesce(n.bytes_before, 0) < most_bytes
$$;

-- Takes those out of the queue that are still as they were read. Their conversations stay locked, in one order; one that
-- another transaction has locked keeps its place in the queue, so that nobody waits for it here. Two statements: the
-- second sees what was committed while the first took its locks.
CREATE FUNCTION conversation.claim_unindexed(ids uuid[], versions text[]) RETURNS TABLE (message_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = conversation, pg_temp
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  locked uuid[];
BEGIN
  SELECT array_agg(held.id) INTO locked FROM (
    SELECT c.id FROM conversations c
    WHERE c.id IN (SELECT m.conversation_id FROM unnest(ids) AS n (id) JOIN messages m ON m.id = n.id)
    ORDER BY c.user_id, c.ai_service, c.id FOR NO KEY UPDATE SKIP LOCKED
  ) held;
  RETURN QUERY DELETE FROM search_queue q
    USING unnest(ids, versions) AS n (id, version) JOIN messages m ON m.id = n.id
    WHERE q.message_id = n.id AND m.xmin::text = n.version AND m.conversation_id = ANY (locked)
    RETURNING q.message_id;
END $$;
REVOKE EXECUTE ON FUNCTION conversation.read_unindexed, conversation.claim_unindexed FROM conversation_app;
GRANT EXECUTE ON FUNCTION conversation.read_unindexed, conversation.claim_unindexed TO conversation_worker;`,
);
