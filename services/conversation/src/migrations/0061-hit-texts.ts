import { currentUserSql, sqlMigration } from '@polylogue/service-kit';

const kept = 'SECURITY DEFINER SET search_path = conversation, pg_temp SET plan_cache_mode = force_generic_plan';

/**
 * What a page of a search shows of each conversation, from the entries that the search has found already: to look into all entries of
 * fifty conversations for the words once more took most of its time.
 */
export const HitTexts0061 = sqlMigration(
  '0061-hit-texts',
  `
-- The entries of the caller that have the words, so many at most, in each conversation that they are of: the message, or the map whose
-- claims they are, and the broadcast of a question that is stored once for all its conversations.
CREATE FUNCTION conversation.search_hits(query tsquery, most integer)
RETURNS TABLE (conversation_id uuid, message_id uuid, part integer, is_of_claims boolean, broadcast_id uuid)
LANGUAGE plpgsql STABLE ${kept} AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT unnest(coalesce(e.shared_by, ARRAY[e.conversation_id])), e.message_id, e.part, e.claims IS NOT NULL,
      e.broadcast_id
  FROM search_entries e WHERE e.user_id IS NOT DISTINCT FROM ${currentUserSql} AND e.words @@ query LIMIT most;
END $$;

-- Of hits, in parallel arrays, the one to be shown in each conversation, with its text: the newest message, else the title, which the
-- caller has, else claims. A question has a message of its own in each conversation; the entry names that of one of them.
CREATE FUNCTION conversation.hit_texts(
  conversations uuid[], messages uuid[], parts integer[], of_claims boolean[], broadcasts uuid[]
) RETURNS TABLE (conversation_id uuid, message_id uuid, body text)
LANGUAGE plpgsql STABLE ${kept} SET enable_bitmapscan = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH hits AS MATERIALIZED (
    SELECT h.* FROM unnest(hit_texts.conversations, hit_texts.messages, parts, of_claims, broadcasts)
      AS h (conversation_id, message_id, part, is_of_claims, broadcast_id)
  ), questions AS MATERIALIZED (
    SELECT q.conversation_id, q.broadcast_id, q.id
    FROM (SELECT DISTINCT h.conversation_id FROM hits h WHERE h.broadcast_id IS NOT NULL) s
    JOIN messages q ON q.conversation_id = s.conversation_id AND q.role = 'user' AND q.broadcast_id IS NOT NULL
  ), shown AS MATERIALIZED (
    SELECT DISTINCT ON (h.conversation_id) h.conversation_id, coalesce(q.id, h.message_id) AS message_id, h.part, h.is_of_claims
    FROM hits h LEFT JOIN questions q ON q.conversation_id = h.conversation_id AND q.broadcast_id = h.broadcast_id
    WHERE h.broadcast_id IS NULL OR q.id IS NOT NULL
    ORDER BY h.conversation_id, h.is_of_claims, coalesce(q.id, h.message_id) DESC NULLS LAST, h.part
  )
  SELECT s.conversation_id, CASE WHEN NOT s.is_of_claims THEN s.message_id END,
    CASE WHEN NOT s.is_of_claims THEN substr(m.content, greatest(1, s.part * 20000 - 99), 20200) ELSE (
      SELECT e.claims FROM search_entries e
      WHERE e.conversation_id = s.conversation_id AND e.message_id = s.message_id AND e.claims IS NOT NULL
        AND e.user_id = ${currentUserSql} LIMIT 1
    ) END
  FROM shown s LEFT JOIN messages m ON NOT s.is_of_claims AND m.id = s.message_id AND m.user_id = ${currentUserSql};
END $$;
REVOKE EXECUTE ON FUNCTION conversation.search_hits, conversation.hit_texts FROM conversation_worker;`,
);
