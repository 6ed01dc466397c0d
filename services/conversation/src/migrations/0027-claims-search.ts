import { currentUserSql, sqlMigration } from '@polylogue/service-kit';

/** The claims of agreement maps are found by a search, each in every conversation that its map is about. */
export const ClaimsSearch0027 = sqlMigration(
  '0027-claims-search',
  `
-- Of an entry of a map, whose id stands as its message: the claims, to show where a search hit.
ALTER TABLE conversation.search_entries ADD COLUMN claims text;

-- Stores the words of a map's claims instead of those it had; without words it is forgotten.
CREATE FUNCTION conversation.store_claims(map uuid, owner uuid, conversations uuid[], body text, new_words text)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = conversation, pg_temp AS $$
  DELETE FROM search_entries e
  WHERE e.conversation_id = ANY (conversations) AND e.message_id = map AND e.claims IS NOT NULL AND e.user_id = owner;
  INSERT INTO search_entries (conversation_id, user_id, message_id, words, claims)
  SELECT c.id, owner, map, new_words::tsvector, body FROM conversations c
  WHERE c.id = ANY (conversations) AND c.user_id = owner AND new_words <> ''
$$;
REVOKE EXECUTE ON FUNCTION conversation.store_claims FROM conversation_app;

-- As before, and of a map its claims; a map is no message.
CREATE OR REPLACE FUNCTION conversation.search_texts(conversations uuid[], query tsquery)
RETURNS TABLE (conversation_id uuid, message_id uuid, body text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = conversation, pg_temp SET enable_bitmapscan = off AS $$
  SELECT c.id, CASE WHEN e.claims IS NULL THEN e.message_id END, CASE WHEN e.claims IS NOT NULL THEN e.claims
    WHEN e.message_id IS NULL THEN c.title ELSE substr(m.content, greatest(1, e.part * 20000 - 99), 20200) END
  FROM conversations c CROSS JOIN LATERAL (
    SELECT * FROM search_entries e WHERE e.conversation_id = c.id AND e.words @@ query
    ORDER BY e.claims IS NOT NULL, e.message_id DESC NULLS LAST, e.part LIMIT 1
  ) e LEFT JOIN messages m ON m.id = e.message_id
  WHERE c.id = ANY (conversations) AND c.user_id = ${currentUserSql}
$$;
`,
);
