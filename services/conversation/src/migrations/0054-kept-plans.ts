import { currentUserSql, sqlMigration } from '@polylogue/service-kit';

/**
 * What the search index calls all the time, and every search: a function in SQL is planned anew by each statement that calls it,
 * one in PL/pgSQL once per connection. Bodies are as they were, but that a preview which changes nothing is not stored.
 */
export const KeptPlans0054 = sqlMigration(
  '0054-kept-plans',
  `
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
  WHERE coalesce(n.bytes_before, 0) < most_bytes;
END $$;

CREATE OR REPLACE FUNCTION conversation.store_words(
  conversations uuid[], users uuid[], messages uuid[], parts integer[], words text[]
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = conversation, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  DELETE FROM search_entries e
  USING unnest(store_words.conversations, store_words.messages) AS n (conversation_id, message_id)
  WHERE e.conversation_id = n.conversation_id AND e.message_id IS NOT DISTINCT FROM n.message_id;
  INSERT INTO search_entries (conversation_id, user_id, message_id, part, words)
  SELECT n.conversation_id, n.user_id, n.message_id, n.part, n.words::tsvector
  FROM unnest(store_words.conversations, users, store_words.messages, parts, store_words.words)
    AS n (conversation_id, user_id, message_id, part, words);
END $$;

CREATE OR REPLACE FUNCTION conversation.last_words(conversations uuid[])
  RETURNS TABLE (conversation_id uuid, content text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = conversation, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT c.id, (SELECT coalesce(nullif(left(m.content, 600), ''), initcap(split_part(m.media->0->>'type', '/', 1)))
    FROM messages m WHERE m.conversation_id = c.id AND (m.content <> '' OR m.media IS NOT NULL)
    ORDER BY m.position DESC LIMIT 1)
  FROM unnest(last_words.conversations) AS c (id);
END $$;

-- What stands there already is not written again: a message brings its own preview and count.
CREATE OR REPLACE FUNCTION conversation.store_previews(conversations uuid[], previews text[], keys text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = conversation, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  UPDATE conversations c SET preview = n.preview, preview_key = n.key, message_count = n.messages, cost_usd = n.cost,
    is_priced = true, comparison_id = coalesce(c.comparison_id, first_broadcast(c.id), c.id)
  FROM (
    SELECT g.id, g.preview, g.key, m.messages, m.cost
    FROM unnest(store_previews.conversations, previews, keys) AS g (id, preview, key) CROSS JOIN LATERAL (
      SELECT count(*)::integer AS messages, sum(m.cost_amount) FILTER (WHERE m.cost_currency = 'USD') AS cost
      FROM messages m WHERE m.conversation_id = g.id
    ) m
  ) n
  WHERE c.id = n.id AND (c.preview, c.preview_key, c.message_count, c.cost_usd, c.is_priced, c.comparison_id IS NULL)
    IS DISTINCT FROM (n.preview, n.key, n.messages, n.cost, true, false);
END $$;

CREATE OR REPLACE FUNCTION conversation.search_matches(query tsquery, most integer) RETURNS TABLE (conversation_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = conversation, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT e.conversation_id FROM search_entries e
  WHERE e.user_id IS NOT DISTINCT FROM ${currentUserSql} AND e.words @@ query LIMIT most;
END $$;

CREATE OR REPLACE FUNCTION conversation.search_texts(conversations uuid[], query tsquery)
RETURNS TABLE (conversation_id uuid, message_id uuid, body text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = conversation, pg_temp SET enable_bitmapscan = off
SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT c.id, CASE WHEN e.claims IS NULL THEN e.message_id END, CASE WHEN e.claims IS NOT NULL THEN e.claims
    WHEN e.message_id IS NULL THEN c.title ELSE substr(m.content, greatest(1, e.part * 20000 - 99), 20200) END
  FROM conversations c CROSS JOIN LATERAL (
    SELECT * FROM search_entries e WHERE e.conversation_id = c.id AND e.words @@ query
    ORDER BY e.claims IS NOT NULL, e.message_id DESC NULLS LAST, e.part LIMIT 1
  ) e LEFT JOIN messages m ON m.id = e.message_id
  WHERE c.id = ANY (search_texts.conversations) AND c.user_id = ${currentUserSql};
END $$;`,
);
