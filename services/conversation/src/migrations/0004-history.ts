import { currentUserSql, enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

export const History0004 = sqlMigration(
  '0004-history',
  `
-- Kept up by the search index, about a quarter of a second behind: sorting needs them in an index.
ALTER TABLE conversation.conversations
  ADD COLUMN message_count integer NOT NULL DEFAULT 0,
  ADD COLUMN preview text NOT NULL DEFAULT '',
  ADD COLUMN preview_key text COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX conversations_by_creation ON conversation.conversations (user_id, created_at DESC, id DESC);
CREATE INDEX conversations_by_service ON conversation.conversations (user_id, ai_service, updated_at DESC, id DESC);
CREATE INDEX conversations_by_preview ON conversation.conversations (user_id, preview_key, id);
CREATE INDEX conversations_by_length ON conversation.conversations (user_id, message_count, id);
CREATE INDEX replies_of_broadcast ON conversation.messages (broadcast_id) WHERE role = 'assistant';

-- The words of titles (no message) and messages. Each word begins with a mark of its user, so that one user's search
-- never walks through what others wrote.
CREATE TABLE conversation.search_entries (
  conversation_id uuid NOT NULL REFERENCES conversation.conversations ON DELETE CASCADE,
  user_id uuid NOT NULL,
  message_id uuid,
  part integer NOT NULL DEFAULT 0,
  words tsvector NOT NULL
);
CREATE INDEX search_entries_of_conversation ON conversation.search_entries (conversation_id);
-- A long list of pending words would be walked by every search.
CREATE INDEX search_entries_words ON conversation.search_entries USING gin (words)
  WITH (gin_pending_list_limit = 256);

-- Messages whose words are not in the index yet.
CREATE TABLE conversation.search_queue (
  message_id uuid PRIMARY KEY
);
CREATE FUNCTION conversation.queue_new_words() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = conversation, pg_temp AS $$
BEGIN
  INSERT INTO search_queue SELECT id FROM changed WHERE status <> 'pending' ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER queue_inserted AFTER INSERT ON conversation.messages REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION conversation.queue_new_words();
CREATE TRIGGER queue_ended AFTER UPDATE ON conversation.messages REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION conversation.queue_new_words();
INSERT INTO conversation.search_queue SELECT id FROM conversation.messages WHERE status <> 'pending';
`,
  enableRowSecurity('conversation.search_entries', 'user_id'),
  grantTo('conversation.search_entries', 'app', []),
  grantTo('conversation.search_queue', 'app', []),
  `
-- Conversations of the transaction's user that have an entry with all the words; at most so many entries are read.
CREATE FUNCTION conversation.search_matches(query tsquery, most integer) RETURNS TABLE (conversation_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = conversation, pg_temp AS $$
  SELECT e.conversation_id FROM search_entries e
  WHERE e.user_id = ${currentUserSql} AND e.words @@ query LIMIT most
$$;

-- Whether one conversation has such an entry. For words so common that walking the newest first is faster: only the
-- index by conversation is any use then.
CREATE FUNCTION conversation.has_words(conversation uuid, query tsquery) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = conversation, pg_temp SET enable_bitmapscan = off AS $$
  SELECT EXISTS (SELECT FROM search_entries e
    WHERE e.conversation_id = conversation AND e.user_id = ${currentUserSql} AND e.words @@ query)
$$;

-- For each of some conversations the newest text that has the words, around the part that has them.
CREATE FUNCTION conversation.search_texts(conversations uuid[], query tsquery)
RETURNS TABLE (conversation_id uuid, message_id uuid, body text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = conversation, pg_temp SET enable_bitmapscan = off AS $$
  SELECT c.id, e.message_id, CASE WHEN e.message_id IS NULL THEN c.title
    ELSE substr(m.content, greatest(1, e.part * 20000 - 99), 20200) END
  FROM conversations c CROSS JOIN LATERAL (
    SELECT * FROM search_entries e WHERE e.conversation_id = c.id AND e.words @@ query
    ORDER BY e.message_id DESC NULLS LAST, e.part LIMIT 1
  ) e LEFT JOIN messages m ON m.id = e.message_id
  WHERE c.id = ANY (conversations) AND c.user_id = ${currentUserSql}
$$;

-- Takes messages out of the queue, with what the index needs of them. Their conversations stay locked, in one order.
CREATE FUNCTION conversation.take_unindexed(most integer)
RETURNS TABLE (message_id uuid, conversation_id uuid, user_id uuid, content text, title text, is_first boolean)
LANGUAGE sql SECURITY DEFINER SET search_path = conversation, pg_temp AS $$
  WITH taken AS (
    DELETE FROM search_queue WHERE message_id IN (
      SELECT q.message_id FROM search_queue q LIMIT most FOR UPDATE SKIP LOCKED
    ) RETURNING message_id
  ), locked AS (
    SELECT c.id, c.title FROM conversations c
    WHERE c.id IN (SELECT m.conversation_id FROM messages m JOIN taken t ON t.message_id = m.id)
    ORDER BY c.user_id, c.ai_service, c.id FOR NO KEY UPDATE
  )
  SELECT m.id, m.conversation_id, m.user_id, m.content, l.title, NOT EXISTS (
    SELECT FROM messages o WHERE o.conversation_id = m.conversation_id AND o.position < m.position)
  FROM taken t JOIN messages m ON m.id = t.message_id JOIN locked l ON l.id = m.conversation_id
$$;

CREATE FUNCTION conversation.store_words(
  conversations uuid[], users uuid[], messages uuid[], parts integer[], words text[]
) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = conversation, pg_temp AS $$
  DELETE FROM search_entries e USING unnest(conversations, messages) AS n (conversation_id, message_id)
  WHERE e.conversation_id = n.conversation_id AND e.message_id IS NOT DISTINCT FROM n.message_id;
  INSERT INTO search_entries (conversation_id, user_id, message_id, part, words)
  SELECT n.conversation_id, n.user_id, n.message_id, n.part, n.words::tsvector
  FROM unnest(conversations, users, messages, parts, words) AS n (conversation_id, user_id, message_id, part, words)
$$;

CREATE FUNCTION conversation.last_words(conversations uuid[]) RETURNS TABLE (conversation_id uuid, content text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = conversation, pg_temp AS $$
  SELECT c.id, (SELECT left(m.content, 600) FROM messages m WHERE m.conversation_id = c.id AND m.content <> ''
    ORDER BY m.position DESC LIMIT 1)
  FROM unnest(conversations) AS c (id)
$$;

CREATE FUNCTION conversation.store_previews(conversations uuid[], previews text[], keys text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = conversation, pg_temp AS $$
  UPDATE conversations c SET preview = n.preview, preview_key = n.key,
    message_count = (SELECT count(*) FROM messages m WHERE m.conversation_id = c.id)
  FROM unnest(conversations, previews, keys) AS n (id, preview, key) WHERE c.id = n.id
$$;
REVOKE EXECUTE ON FUNCTION conversation.take_unindexed, conversation.store_words, conversation.last_words,
  conversation.store_previews, conversation.queue_new_words FROM conversation_app;
REVOKE EXECUTE ON FUNCTION conversation.search_matches, conversation.has_words, conversation.search_texts
  FROM conversation_worker;

-- What an import has put aside; nothing of it is seen before it is committed.
CREATE TABLE conversation.import_parts (
  user_id uuid NOT NULL,
  import_id uuid NOT NULL,
  part integer NOT NULL,
  conversations bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, import_id, part)
);
CREATE INDEX import_parts_by_age ON conversation.import_parts (created_at);
`,
  enableRowSecurity('conversation.import_parts', 'user_id'),
);
