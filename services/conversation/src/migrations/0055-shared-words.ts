import { sqlMigration } from '@polylogue/service-kit';

/**
 * A question is sent to several conversations, and its words are stored once for all of them; an erasure goes from one conversation
 * to the next, so that no index by user is kept of messages and words (decision 0107).
 */
export const SharedWords0055 = sqlMigration(
  '0055-shared-words',
  `
-- Of an entry that stands for the question of a broadcast in all its conversations: the broadcast, and these conversations.
-- It goes with the conversation that it was made from, and is made anew from one of the others.
ALTER TABLE conversation.search_entries ADD COLUMN broadcast_id uuid, ADD COLUMN shared_by uuid[];

-- The question in the other conversations waits for the index again, as long as they are there. One that is removed by another
-- transaction at the same time is left out, so that neither waits for the other.
CREATE FUNCTION conversation.requeue_questions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = conversation, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM gone WHERE broadcast_id IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  INSERT INTO search_queue (message_id, user_id)
  SELECT q.id, q.user_id FROM gone g
    JOIN dispatches d ON d.broadcast_id = g.broadcast_id
    JOIN messages r ON r.id = d.message_id
    CROSS JOIN LATERAL (
      SELECT m.id, m.user_id, m.role FROM messages m
      WHERE m.conversation_id = r.conversation_id AND m.position < r.position
      ORDER BY m.position DESC LIMIT 1 FOR KEY SHARE SKIP LOCKED
    ) q
  WHERE g.part = 0 AND q.role = 'user' AND r.conversation_id <> g.conversation_id
    AND EXISTS (SELECT FROM conversations c WHERE c.id = r.conversation_id)
    AND NOT EXISTS (SELECT FROM erasures a WHERE a.person = g.user_id)
  ORDER BY q.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION conversation.requeue_questions FROM conversation_app;
CREATE TRIGGER requeue_questions AFTER DELETE ON conversation.search_entries REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION conversation.requeue_questions();

-- Removes at most so many rows of a user and answers how many it removed, as before: what stands in conversations one conversation
-- after the other, a long one in several calls; then all else.
ALTER FUNCTION conversation.erase_some(uuid, integer) RENAME TO erase_rows;
CREATE FUNCTION conversation.erase_some(who uuid, max_rows integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = conversation, pg_temp AS $$
DECLARE
  next_id uuid;
  removed integer;
  remaining integer := max_rows;
BEGIN
  FOR next_id IN SELECT c.id FROM conversations c WHERE c.user_id = who LIMIT max_rows LOOP
    -- Before its words, as everyone who removes or stores them.
    PERFORM 1 FROM conversations c WHERE c.id = next_id FOR UPDATE;
    DELETE FROM search_entries WHERE ctid = ANY (ARRAY(
      SELECT e.ctid FROM search_entries e WHERE e.conversation_id = next_id LIMIT remaining));
    GET DIAGNOSTICS removed = ROW_COUNT;
    remaining := remaining - removed;
    DELETE FROM messages WHERE ctid = ANY (ARRAY(
      SELECT m.ctid FROM messages m WHERE m.conversation_id = next_id LIMIT remaining));
    GET DIAGNOSTICS removed = ROW_COUNT;
    remaining := remaining - removed;
    IF remaining = 0 THEN
      RETURN max_rows;
    END IF;
    DELETE FROM conversations WHERE id = next_id;
    remaining := remaining - 1;
  END LOOP;
  RETURN max_rows - remaining + erase_rows(who, remaining);
END $$;
REVOKE EXECUTE ON FUNCTION conversation.erase_some FROM conversation_app;
GRANT EXECUTE ON FUNCTION conversation.erase_some TO conversation_worker;`,
);
