import { sqlMigration } from '@polylogue/service-kit';

/**
 * Of two transactions at the same moment neither sees what the other writes: each found nothing to replace and stored the claims of a
 * map, and each saw a message of the other's that still had a file, which then stayed. The second waits for the first here.
 */
export const OneAtATime0062 = sqlMigration(
  '0062-one-at-a-time',
  `
-- As before, but that a map is stored by one transaction at a time.
CREATE OR REPLACE FUNCTION conversation.store_claims(map uuid, owner uuid, conversations uuid[], body text, new_words text)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = conversation, pg_temp AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('claims ' || map, 0));
  DELETE FROM search_entries e
  WHERE e.conversation_id = ANY (conversations) AND e.message_id = map AND e.claims IS NOT NULL AND e.user_id = owner;
  INSERT INTO search_entries (conversation_id, user_id, message_id, words, claims)
  SELECT c.id, owner, map, new_words::tsvector, body FROM conversations c
  WHERE c.id = ANY (conversations) AND c.user_id = owner AND new_words <> ''
$$;

-- As before, but that messages of one file leave in one transaction at a time. A message that comes with the file does not wait for it.
CREATE OR REPLACE FUNCTION conversation.drop_attachments() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = conversation, pg_temp AS $$
BEGIN
  PERFORM 1 FROM attachments a WHERE a.id IN (SELECT attachment_id FROM gone WHERE attachment_id IS NOT NULL)
    ORDER BY a.id FOR NO KEY UPDATE;
  DELETE FROM attachments a WHERE a.id IN (SELECT attachment_id FROM gone WHERE attachment_id IS NOT NULL)
    AND NOT EXISTS (SELECT FROM messages m WHERE m.attachment_id = a.id);
  RETURN NULL;
END $$;
`,
);
