import { sqlMigration } from '@polylogue/service-kit';

const kept = 'SECURITY DEFINER SET search_path = conversation, pg_temp SET plan_cache_mode = force_generic_plan';
/** What is read is small however large the tables are: only their indexes are any use. */
const byIndex = 'SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off';

/**
 * A row that may be there is written to the log with one more record: what is new, which is nearly all, is inserted without asking
 * whether it is there.
 */
export const PlainInserts0064 = sqlMigration(
  '0064-plain-inserts',
  `
-- As before, but that only the words of questions, which are shared, may replace others.
CREATE OR REPLACE FUNCTION conversation.store_words(
  conversations uuid[], users uuid[], messages uuid[], parts integer[], words text[]
) RETURNS void LANGUAGE plpgsql ${kept} ${byIndex} AS $$
#variable_conflict use_column
BEGIN
  DELETE FROM search_entries e
  USING unnest(store_words.conversations, store_words.messages) AS n (conversation_id, message_id)
  WHERE e.conversation_id = n.conversation_id AND e.message_id IS NOT DISTINCT FROM n.message_id AND e.broadcast_id IS NULL;
  WITH entries AS MATERIALIZED (
    SELECT n.conversation_id, n.user_id, n.message_id, n.part, n.words::tsvector AS words, s.broadcast_id, s.shared_by,
      row_number() OVER (PARTITION BY s.broadcast_id, n.part) AS nr
    FROM unnest(store_words.conversations, users, store_words.messages, parts, store_words.words)
      AS n (conversation_id, user_id, message_id, part, words)
    LEFT JOIN LATERAL (
      SELECT m.broadcast_id, array_agg(r.conversation_id ORDER BY d.place) AS shared_by
      FROM messages m JOIN dispatches d ON d.broadcast_id = m.broadcast_id JOIN messages r ON r.id = d.message_id
      WHERE m.id = n.message_id AND m.role = 'user' GROUP BY m.broadcast_id HAVING count(*) > 1
    ) s ON true
  ), own AS (
    INSERT INTO search_entries (conversation_id, user_id, message_id, part, words)
    SELECT conversation_id, user_id, message_id, part, words FROM entries WHERE broadcast_id IS NULL
  )
  INSERT INTO search_entries AS e (conversation_id, user_id, message_id, part, words, broadcast_id, shared_by)
  SELECT conversation_id, user_id, message_id, part, words, broadcast_id, shared_by FROM entries
  WHERE broadcast_id IS NOT NULL AND nr = 1
  ON CONFLICT (broadcast_id, part) WHERE broadcast_id IS NOT NULL
    DO UPDATE SET words = excluded.words, shared_by = excluded.shared_by
    WHERE (e.words, e.shared_by) IS DISTINCT FROM (excluded.words, excluded.shared_by);
END $$;

-- As before, but that messages are taken to wait for the first time, as new ones do, until it turns out that one was waiting already.
CREATE OR REPLACE FUNCTION conversation.queue_new_words() RETURNS trigger LANGUAGE plpgsql ${kept} ${byIndex} AS $$
DECLARE
  ids uuid[];
  users uuid[];
BEGIN
  SELECT array_agg(n.id), array_agg(n.user_id) INTO ids, users FROM (
    SELECT c.id, c.user_id, c.conversation_id, c.broadcast_id, c.role,
      row_number() OVER (PARTITION BY c.broadcast_id, c.role ORDER BY c.id) AS nr
    FROM changed c WHERE c.status <> 'pending'
  ) n
  WHERE n.role <> 'user' OR n.broadcast_id IS NULL OR n.nr = 1
    OR (SELECT t.message_count FROM conversations t WHERE t.id = n.conversation_id) <= 2
    OR (SELECT d.broadcast_id FROM dispatches d WHERE d.broadcast_id = n.broadcast_id LIMIT 1) IS NULL;
  IF ids IS NULL THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO search_queue (message_id, user_id) SELECT * FROM unnest(ids, users);
    RETURN NULL;
  END IF;
  BEGIN
    INSERT INTO search_queue (message_id, user_id) SELECT * FROM unnest(ids, users);
  EXCEPTION WHEN unique_violation THEN
    INSERT INTO search_queue (message_id, user_id) SELECT * FROM unnest(ids, users) ON CONFLICT DO NOTHING;
  END;
  RETURN NULL;
END $$;`,
);
