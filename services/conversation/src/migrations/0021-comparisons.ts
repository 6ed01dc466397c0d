import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

/**
 * Which comparison a conversation is part of: the id of the broadcast in which it, or the one it joined, began. Null where
 * an earlier version stored it; it is filled in with the words of its newest message, and for what is old in the background
 * (`comparisons/grouping.cron.ts`). No row is rewritten here.
 */
export const Comparisons0021 = sqlMigration(
  '0021-comparisons',
  `
ALTER TABLE conversation.conversations ADD COLUMN comparison_id uuid;

-- What a user gave a comparison. Most have no row: everything else is known from their conversations.
CREATE TABLE conversation.comparisons (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  title text,
  -- Of the title, as in search_entries.
  title_words tsvector,
  is_starred boolean NOT NULL DEFAULT false,
  tags text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (user_id, id)
);

CREATE FUNCTION conversation.first_broadcast(conversation uuid) RETURNS uuid LANGUAGE sql STABLE
SET search_path = conversation, pg_temp AS $$
  SELECT m.broadcast_id FROM messages m WHERE m.conversation_id = conversation AND m.broadcast_id IS NOT NULL
  ORDER BY m.position LIMIT 1
$$;

CREATE OR REPLACE FUNCTION conversation.store_previews(conversations uuid[], previews text[], keys text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = conversation, pg_temp AS $$
  UPDATE conversations c SET preview = n.preview, preview_key = n.key,
    message_count = (SELECT count(*) FROM messages m WHERE m.conversation_id = c.id),
    comparison_id = coalesce(c.comparison_id, first_broadcast(c.id), c.id)
  FROM unnest(conversations, previews, keys) AS n (id, preview, key) WHERE c.id = n.id
$$;

-- Groups conversations of earlier versions, so many at most; answers how many.
CREATE FUNCTION conversation.group_conversations(most integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = conversation, pg_temp AS $$
  WITH grouped AS (
    UPDATE conversations SET comparison_id = coalesce(first_broadcast(id), id) WHERE id IN (
      SELECT c.id FROM conversations c WHERE c.comparison_id IS NULL
        AND NOT EXISTS (SELECT FROM messages m JOIN search_queue q ON q.message_id = m.id WHERE m.conversation_id = c.id)
      LIMIT most FOR NO KEY UPDATE SKIP LOCKED
    ) RETURNING 1
  ) SELECT count(*)::integer FROM grouped
$$;
REVOKE EXECUTE ON FUNCTION conversation.group_conversations, conversation.first_broadcast FROM conversation_app;
`,
  enableRowSecurity('conversation.comparisons', 'user_id'),
);
