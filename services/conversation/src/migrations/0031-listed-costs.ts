import { currentUserSql, sqlMigration } from '@polylogue/service-kit';

/** What a list of comparisons and a search need to stay fast at a million messages. */
export const ListedCosts0031 = sqlMigration(
  '0031-listed-costs',
  `
-- Kept up with the preview, about a quarter of a second behind. Until is_priced, a list sums up the messages.
ALTER TABLE conversation.conversations
  ADD COLUMN cost_usd double precision,
  ADD COLUMN is_priced boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION conversation.store_previews(conversations uuid[], previews text[], keys text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = conversation, pg_temp AS $$
  UPDATE conversations c SET preview = n.preview, preview_key = n.key,
    (message_count, cost_usd) = (
      SELECT count(*), sum(m.cost_amount) FILTER (WHERE m.cost_currency = 'USD') FROM messages m
      WHERE m.conversation_id = c.id),
    is_priced = true, comparison_id = coalesce(c.comparison_id, first_broadcast(c.id), c.id)
  FROM unnest(conversations, previews, keys) AS n (id, preview, key) WHERE c.id = n.id
$$;

-- The words carry a mark of their user, so their index alone finds the entries. That of the user's would be chosen
-- for its size as long as neither is known when it is planned, and reads everything the user has.
CREATE OR REPLACE FUNCTION conversation.search_matches(query tsquery, most integer) RETURNS TABLE (conversation_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = conversation, pg_temp AS $$
  SELECT e.conversation_id FROM search_entries e
  WHERE e.user_id IS NOT DISTINCT FROM ${currentUserSql} AND e.words @@ query LIMIT most
$$;
`,
);
