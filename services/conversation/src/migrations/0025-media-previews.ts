import { sqlMigration } from '@polylogue/service-kit';

/** A reply that is a picture, a sound or a film and says nothing is listed as "Image", "Audio" or "Video". */
export const MediaPreviews0025 = sqlMigration(
  '0025-media-previews',
  `
CREATE OR REPLACE FUNCTION conversation.last_words(conversations uuid[])
  RETURNS TABLE (conversation_id uuid, content text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = conversation, pg_temp AS $$
  SELECT c.id, (SELECT coalesce(nullif(left(m.content, 600), ''), initcap(split_part(m.media->0->>'type', '/', 1)))
    FROM messages m WHERE m.conversation_id = c.id AND (m.content <> '' OR m.media IS NOT NULL)
    ORDER BY m.position DESC LIMIT 1)
  FROM unnest(conversations) AS c (id)
$$;`,
);
