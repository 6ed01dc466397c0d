import { enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

/**
 * Users take turns in the search queue, and what is deleted leaves it: one user's import delays no other user's new
 * message. The functions that take from one line stay for the version before.
 */
export const FairSearchQueue0011 = sqlMigration(
  '0011-fair-search-queue',
  `
ALTER TABLE conversation.search_queue
  ADD COLUMN user_id uuid,
  ADD COLUMN queued bigint GENERATED ALWAYS AS IDENTITY;
UPDATE conversation.search_queue q SET user_id = m.user_id FROM conversation.messages m WHERE m.id = q.message_id;
DELETE FROM conversation.search_queue WHERE user_id IS NULL;
ALTER TABLE conversation.search_queue ALTER COLUMN user_id SET NOT NULL;
CREATE INDEX search_queue_by_user ON conversation.search_queue (user_id, queued DESC);

CREATE OR REPLACE FUNCTION conversation.queue_new_words() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = conversation, pg_temp AS $$
BEGIN
  INSERT INTO search_queue (message_id, user_id) SELECT id, user_id FROM changed WHERE status <> 'pending'
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE FUNCTION conversation.unqueue_deleted_words() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = conversation, pg_temp AS $$
BEGIN
  DELETE FROM search_queue q USING deleted d WHERE q.message_id = d.id;
  RETURN NULL;
END $$;
CREATE TRIGGER unqueue_deleted AFTER DELETE ON conversation.messages REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION conversation.unqueue_deleted_words();
REVOKE EXECUTE ON FUNCTION conversation.unqueue_deleted_words FROM conversation_app;

-- Takes messages out of the queue, with what the index needs of them: an equal share of each user who waits, the newest
-- first, beginning with the user after the one who was last in turn. So many at most, and none more once they have so
-- many bytes of text. Their conversations stay locked; one that another transaction has locked waits for its next turn,
-- so that nobody waits for it here. A batch is small however large the tables are: only their indexes are any use.
CREATE FUNCTION conversation.take_unindexed(most integer, most_bytes integer, last_user uuid)
RETURNS TABLE (message_id uuid, conversation_id uuid, user_id uuid, content text, title text, is_first boolean, turn integer)
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
    SELECT w.message_id, w.turn, m.conversation_id, sum(octet_length(m.content)) OVER (
      ORDER BY w.rank, w.turn ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM waiting w JOIN messages m ON m.id = w.message_id
  ), next AS (
    SELECT n.message_id, n.turn, n.conversation_id FROM measured n WHERE coalesce(n.bytes_before, 0) < most_bytes
  ), locked AS MATERIALIZED (
    SELECT c.id, c.title FROM conversations c WHERE c.id IN (SELECT n.conversation_id FROM next n)
    ORDER BY c.user_id, c.ai_service, c.id FOR NO KEY UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM search_queue q USING next n JOIN locked l ON l.id = n.conversation_id
    WHERE q.message_id = n.message_id RETURNING q.message_id, n.turn
  )
  SELECT m.id, m.conversation_id, m.user_id, m.content, l.title, NOT EXISTS (
    SELECT FROM messages o WHERE o.conversation_id = m.conversation_id AND o.position < m.position), t.turn
  FROM taken t JOIN messages m ON m.id = t.message_id JOIN locked l ON l.id = m.conversation_id
$$;
REVOKE EXECUTE ON FUNCTION conversation.take_unindexed(integer, integer, uuid) FROM conversation_app;
GRANT EXECUTE ON FUNCTION conversation.take_unindexed(integer, integer, uuid) TO conversation_worker;
`,
  enableRowSecurity('conversation.search_queue', 'user_id'),
  grantTo('conversation.search_queue', 'app', []),
);
