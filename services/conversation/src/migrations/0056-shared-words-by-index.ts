import { currentUserSql, onlineMigration } from '@polylogue/service-kit';

const kept = 'SECURITY DEFINER SET search_path = conversation, pg_temp SET plan_cache_mode = force_generic_plan';
/** What is read is small however large the tables are: only their indexes are any use. */
const byIndex = 'SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off';

/**
 * The words of a question are stored once for all conversations that it was sent to (decision 0107). Entries that are there stay
 * as they are and are found as before; the version before calls the same functions. Of messages and words no index by user is left.
 */
export const SharedWordsByIndex0056 = onlineMigration(
  '0056-shared-words-by-index',
  // One that was broken off is left behind, and is no index.
  'DROP INDEX CONCURRENTLY IF EXISTS conversation.search_entries_of_question',
  `CREATE UNIQUE INDEX CONCURRENTLY search_entries_of_question ON conversation.search_entries (broadcast_id, part)
     WHERE broadcast_id IS NOT NULL`,

  // Only an erasure looked for these by their user; it goes from one conversation to the next now.
  'DROP INDEX CONCURRENTLY IF EXISTS conversation.messages_by_user',
  'DROP INDEX CONCURRENTLY IF EXISTS conversation.search_entries_by_user',

  // Words go where they belong at once: a list of pending ones is written first, and walked by every search.
  'ALTER INDEX conversation.search_entries_words SET (fastupdate = off)',

  // Who reads comes before who writes.
  `
CREATE OR REPLACE FUNCTION conversation.search_matches(query tsquery, most integer) RETURNS TABLE (conversation_id uuid)
LANGUAGE plpgsql STABLE ${kept} AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT unnest(coalesce(e.shared_by, ARRAY[e.conversation_id])) FROM search_entries e
  WHERE e.user_id IS NOT DISTINCT FROM ${currentUserSql} AND e.words @@ query LIMIT most;
END $$`,
  `
CREATE OR REPLACE FUNCTION conversation.has_words(conversation uuid, query tsquery) RETURNS boolean
LANGUAGE plpgsql STABLE ${kept} SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  RETURN EXISTS (SELECT FROM search_entries e
      WHERE e.conversation_id = conversation AND e.user_id = ${currentUserSql} AND e.words @@ query)
    OR EXISTS (SELECT FROM messages m JOIN search_entries e ON e.broadcast_id = m.broadcast_id
      WHERE m.conversation_id = conversation AND m.role = 'user' AND e.user_id = ${currentUserSql} AND e.words @@ query);
END $$`,
  `
CREATE OR REPLACE FUNCTION conversation.search_texts(conversations uuid[], query tsquery)
RETURNS TABLE (conversation_id uuid, message_id uuid, body text)
LANGUAGE plpgsql STABLE ${kept} SET enable_bitmapscan = off ${byIndex} AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT c.id, CASE WHEN e.claims IS NULL THEN e.message_id END, CASE WHEN e.claims IS NOT NULL THEN e.claims
    WHEN e.message_id IS NULL THEN c.title ELSE substr(m.content, greatest(1, e.part * 20000 - 99), 20200) END
  FROM conversations c CROSS JOIN LATERAL (
    SELECT found.* FROM (
      SELECT o.message_id, o.part, o.claims FROM search_entries o WHERE o.conversation_id = c.id AND o.words @@ query
      UNION ALL
      SELECT q.id, s.part, NULL FROM messages q JOIN search_entries s ON s.broadcast_id = q.broadcast_id
      WHERE q.conversation_id = c.id AND q.role = 'user' AND s.words @@ query
    ) found (message_id, part, claims)
    ORDER BY found.claims IS NOT NULL, found.message_id DESC NULLS LAST, found.part LIMIT 1
  ) e LEFT JOIN messages m ON m.id = e.message_id
  WHERE c.id = ANY (search_texts.conversations) AND c.user_id = ${currentUserSql};
END $$`,

  // As before, but for a question that was dispatched to several conversations: it is taken when all of these could be locked, as
  // its entry may be that of any of them.
  `
CREATE OR REPLACE FUNCTION conversation.claim_unindexed(ids uuid[], versions text[]) RETURNS TABLE (message_id uuid)
LANGUAGE plpgsql ${kept} ${byIndex} AS $$
#variable_conflict use_column
DECLARE
  locked uuid[];
BEGIN
  SELECT array_agg(held.id) INTO locked FROM (
    SELECT c.id FROM conversations c
    WHERE c.id IN (
      SELECT m.conversation_id FROM unnest(ids) AS n (id) JOIN messages m ON m.id = n.id
      UNION
      SELECT r.conversation_id FROM unnest(ids) AS n (id) JOIN messages m ON m.id = n.id AND m.role = 'user'
        JOIN dispatches d ON d.broadcast_id = m.broadcast_id JOIN messages r ON r.id = d.message_id
    )
    ORDER BY c.user_id, c.ai_service, c.id FOR NO KEY UPDATE SKIP LOCKED
  ) held;
  RETURN QUERY DELETE FROM search_queue q
    USING unnest(ids, versions) AS n (id, version) JOIN messages m ON m.id = n.id
    WHERE q.message_id = n.id AND m.xmin::text = n.version AND m.conversation_id = ANY (locked)
      AND NOT EXISTS (
        SELECT FROM dispatches d JOIN messages r ON r.id = d.message_id
        WHERE m.role = 'user' AND d.broadcast_id = m.broadcast_id AND r.conversation_id <> ALL (locked))
    RETURNING q.message_id;
END $$`,

  // What is shared stays where it is: it is overwritten, not removed, which would make the index store it again.
  `
CREATE OR REPLACE FUNCTION conversation.store_words(
  conversations uuid[], users uuid[], messages uuid[], parts integer[], words text[]
) RETURNS void LANGUAGE plpgsql ${kept} ${byIndex} AS $$
#variable_conflict use_column
BEGIN
  DELETE FROM search_entries e
  USING unnest(store_words.conversations, store_words.messages) AS n (conversation_id, message_id)
  WHERE e.conversation_id = n.conversation_id AND e.message_id IS NOT DISTINCT FROM n.message_id AND e.broadcast_id IS NULL;
  INSERT INTO search_entries AS e (conversation_id, user_id, message_id, part, words, broadcast_id, shared_by)
  SELECT t.conversation_id, t.user_id, t.message_id, t.part, t.words::tsvector, t.broadcast_id, t.shared_by
  FROM (
    SELECT n.*, s.broadcast_id, s.shared_by, row_number() OVER (PARTITION BY s.broadcast_id, n.part) AS nr
    FROM unnest(store_words.conversations, users, store_words.messages, parts, store_words.words)
      AS n (conversation_id, user_id, message_id, part, words)
    LEFT JOIN LATERAL (
      SELECT m.broadcast_id, array_agg(r.conversation_id ORDER BY d.place) AS shared_by
      FROM messages m JOIN dispatches d ON d.broadcast_id = m.broadcast_id JOIN messages r ON r.id = d.message_id
      WHERE m.id = n.message_id AND m.role = 'user' GROUP BY m.broadcast_id HAVING count(*) > 1
    ) s ON true
  ) t
  WHERE t.broadcast_id IS NULL OR t.nr = 1
  ON CONFLICT (broadcast_id, part) WHERE broadcast_id IS NOT NULL
    DO UPDATE SET words = excluded.words, shared_by = excluded.shared_by
    WHERE (e.words, e.shared_by) IS DISTINCT FROM (excluded.words, excluded.shared_by);
END $$`,

  // Of a question one message waits, for all its conversations; those that are new wait too, for the words of their titles. A
  // subquery with EXISTS might be answered from a table of all dispatches, made for each message that is sent.
  `
CREATE OR REPLACE FUNCTION conversation.queue_new_words() RETURNS trigger LANGUAGE plpgsql ${kept} ${byIndex} AS $$
BEGIN
  INSERT INTO search_queue (message_id, user_id)
  SELECT n.id, n.user_id FROM (
    SELECT c.id, c.user_id, c.conversation_id, c.broadcast_id, c.role,
      row_number() OVER (PARTITION BY c.broadcast_id, c.role ORDER BY c.id) AS nr
    FROM changed c WHERE c.status <> 'pending'
  ) n
  WHERE n.role <> 'user' OR n.broadcast_id IS NULL OR n.nr = 1
    OR (SELECT t.message_count FROM conversations t WHERE t.id = n.conversation_id) <= 2
    OR (SELECT d.broadcast_id FROM dispatches d WHERE d.broadcast_id = n.broadcast_id LIMIT 1) IS NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$`,
);
