import { sqlMigration } from '@polylogue/service-kit';

/**
 * Long messages are indexed few at a time: a write to one of their conversations waits for the batch. The function
 * without the bound stays for the version before.
 */
export const BoundedBatches0009 = sqlMigration(
  '0009-bounded-batches',
  `
CREATE FUNCTION conversation.take_unindexed(most integer, most_bytes integer)
RETURNS TABLE (message_id uuid, conversation_id uuid, user_id uuid, content text, title text, is_first boolean)
LANGUAGE sql SECURITY DEFINER SET search_path = conversation, pg_temp AS $$
  WITH waiting AS (
    SELECT q.message_id FROM search_queue q LIMIT most FOR UPDATE SKIP LOCKED
  ), measured AS (
    SELECT w.message_id, sum(octet_length(m.content)) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM waiting w LEFT JOIN messages m ON m.id = w.message_id
  ), taken AS (
    DELETE FROM search_queue q USING measured w
    WHERE q.message_id = w.message_id AND coalesce(w.bytes_before, 0) < most_bytes RETURNING q.message_id
  ), locked AS (
    SELECT c.id, c.title FROM conversations c
    WHERE c.id IN (SELECT m.conversation_id FROM messages m JOIN taken t ON t.message_id = m.id)
    ORDER BY c.user_id, c.ai_service, c.id FOR NO KEY UPDATE
  )
  SELECT m.id, m.conversation_id, m.user_id, m.content, l.title, NOT EXISTS (
    SELECT FROM messages o WHERE o.conversation_id = m.conversation_id AND o.position < m.position)
  FROM taken t JOIN messages m ON m.id = t.message_id JOIN locked l ON l.id = m.conversation_id
$$;
REVOKE EXECUTE ON FUNCTION conversation.take_unindexed(integer, integer) FROM conversation_app;
GRANT EXECUTE ON FUNCTION conversation.take_unindexed(integer, integer) TO conversation_worker;`,
);
