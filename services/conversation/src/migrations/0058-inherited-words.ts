import { sqlMigration } from '@polylogue/service-kit';

const kept = 'SECURITY DEFINER SET search_path = conversation, pg_temp SET plan_cache_mode = force_generic_plan';
/** What is read is small however large the tables are: only their indexes are any use. */
const byIndex = 'SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off';

/**
 * When the conversation goes that the words of a question are stored with, another one of the question gets them at once, and what is
 * counted by them are conversations that are there (decision 0115).
 */
export const InheritedWords0058 = sqlMigration(
  '0058-inherited-words',
  `
-- Nobody is waited for: a conversation that another transaction removes at the same time gets no words. Where each of the others is
-- being removed, the question waits for the index, as before.
CREATE OR REPLACE FUNCTION conversation.requeue_questions() RETURNS trigger LANGUAGE plpgsql ${kept} ${byIndex} AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM gone WHERE broadcast_id IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  WITH inherited AS (
    INSERT INTO search_entries (conversation_id, user_id, message_id, part, words, broadcast_id, shared_by)
    SELECT h.conversation_id, g.user_id, h.message_id, g.part, g.words, g.broadcast_id, ARRAY(
        SELECT s.id FROM unnest(g.shared_by) WITH ORDINALITY AS s (id, nr) JOIN conversations c ON c.id = s.id
        WHERE s.id <> g.conversation_id ORDER BY s.nr)
    FROM gone g CROSS JOIN LATERAL (
      SELECT c.id AS conversation_id, q.id AS message_id
      FROM dispatches d JOIN messages r ON r.id = d.message_id JOIN conversations c ON c.id = r.conversation_id
      CROSS JOIN LATERAL (
        SELECT m.id, m.role FROM messages m WHERE m.conversation_id = r.conversation_id AND m.position < r.position
        ORDER BY m.position DESC LIMIT 1
      ) q
      WHERE d.broadcast_id = g.broadcast_id AND c.id <> g.conversation_id AND q.role = 'user'
        AND NOT EXISTS (SELECT FROM deletions x WHERE x.conversation_id = c.id)
      ORDER BY d.place LIMIT 1 FOR KEY SHARE OF c SKIP LOCKED
    ) h
    WHERE g.broadcast_id IS NOT NULL AND NOT EXISTS (SELECT FROM erasures a WHERE a.person = g.user_id)
    ON CONFLICT (broadcast_id, part) WHERE broadcast_id IS NOT NULL DO NOTHING
    RETURNING broadcast_id, part
  )
  INSERT INTO search_queue (message_id, user_id)
  SELECT q.id, q.user_id FROM gone g
    JOIN dispatches d ON d.broadcast_id = g.broadcast_id
    JOIN messages r ON r.id = d.message_id
    CROSS JOIN LATERAL (
      SELECT m.id, m.user_id, m.role FROM messages m
      WHERE m.conversation_id = r.conversation_id AND m.position < r.position
      ORDER BY m.position DESC LIMIT 1 FOR KEY SHARE SKIP LOCKED
    ) q
  WHERE NOT EXISTS (SELECT FROM inherited i WHERE i.broadcast_id = g.broadcast_id AND i.part = g.part)
    AND g.part = 0 AND q.role = 'user' AND r.conversation_id <> g.conversation_id
    AND EXISTS (SELECT FROM conversations c WHERE c.id = r.conversation_id)
    AND NOT EXISTS (SELECT FROM erasures a WHERE a.person = g.user_id)
  ORDER BY q.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- As before; and the entry of a question, which stands with another conversation, does not name the one that is gone any more. An entry
-- that goes itself, or that another transaction has locked, is left as it is.
CREATE OR REPLACE FUNCTION conversation.unqueue_deleted_words() RETURNS trigger LANGUAGE plpgsql ${kept} ${byIndex} AS $$
BEGIN
  DELETE FROM search_queue q USING deleted d WHERE q.message_id = d.id;
  UPDATE search_entries e SET shared_by = array_remove(e.shared_by, n.conversation_id)
  FROM (
    SELECT s.ctid AS at, d.conversation_id FROM deleted d JOIN search_entries s ON s.broadcast_id = d.broadcast_id
    WHERE d.role = 'user' AND s.conversation_id <> d.conversation_id
      AND EXISTS (SELECT FROM conversations c WHERE c.id = s.conversation_id)
      AND NOT EXISTS (SELECT FROM erasures a WHERE a.person = d.user_id)
    FOR NO KEY UPDATE OF s SKIP LOCKED
  ) n
  WHERE e.ctid = n.at;
  RETURN NULL;
END $$;`,
);
