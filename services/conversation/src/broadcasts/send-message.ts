import type { Prepared } from '@polylogue/service-kit';
import { fileOfMessage } from '../replies/threads.repository.js';

/**
 * Everything a sent message leaves behind, in one statement: nothing is spent before it commits, and it costs one round
 * trip. Answers one row per target with the thread so far; no row at all when the idempotency key was used before.
 *
 * $1 user, $2 broadcast, $3 mode, $4 message, $5 title, $6 ai services, $7 new conversations, $8 questions, $9 replies,
 * $10 owner, $11 lease in ms, $12 route, $13 idempotency key, $14 hash of the body, $15 conversation to stay in,
 * $16 broadcast whose turn is asked again, $17–$21 outbox row, $22 attachment, $23–$26 its name, size, type and text
 * when it is new.
 */
export const sendMessage: Prepared = {
  name: 'send-message',
  text: `
WITH key AS (
  INSERT INTO idempotency AS i (user_id, route, key, body_hash, broadcast_id)
  SELECT $1::uuid, $12::text, $13::text, $14::text, $2::uuid WHERE $13::text IS NOT NULL
  ON CONFLICT (user_id, route, key) DO UPDATE
    SET body_hash = excluded.body_hash, broadcast_id = excluded.broadcast_id, created_at = now()
    WHERE i.created_at < now() - interval '24 hours'
  RETURNING 1
), asked AS (
  SELECT * FROM unnest($6::text[], $7::uuid[], $8::uuid[], $9::uuid[])
    WITH ORDINALITY AS asked (ai_service, new_conversation, question, reply, turn)
  WHERE $13::text IS NULL OR EXISTS (SELECT FROM key)
), stayed AS (
  UPDATE conversations SET updated_at = now()
  WHERE id = $15::uuid AND user_id = $1::uuid AND EXISTS (SELECT FROM asked)
  RETURNING id, ai_service
), joined AS (
  INSERT INTO conversations (id, user_id, ai_service, title)
  SELECT new_conversation, $1::uuid, ai_service, $5::text FROM asked WHERE $15::uuid IS NULL ORDER BY ai_service
  ON CONFLICT (user_id, ai_service) WHERE on_dashboard DO UPDATE SET updated_at = now()
  RETURNING id, ai_service
), target AS (
  SELECT c.id AS conversation, a.* FROM asked a JOIN (TABLE stayed UNION ALL TABLE joined) c USING (ai_service)
), thread AS (
  SELECT t.*, past.* FROM target t CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(json_build_object('role', m.role, 'status', m.status, 'content', m.content,
        'file', ${fileOfMessage}) ORDER BY m.position), '[]') AS history,
      coalesce(max(m.position), 0) AS until,
      coalesce(array_agg(m.id) FILTER (WHERE m.status = 'pending'), '{}') AS left_out
    FROM messages m
    WHERE m.conversation_id = t.conversation AND m.user_id = $1::uuid
      AND ($16::uuid IS NULL OR m.broadcast_id IS DISTINCT FROM $16::uuid)
  ) past
), attached AS (
  INSERT INTO attachments (id, user_id, name, size, type, body)
  SELECT $22::uuid, $1::uuid, $23::text, $24::integer, $25::text, $26::text
  WHERE $23::text IS NOT NULL AND EXISTS (SELECT FROM target)
), sent AS (
  INSERT INTO broadcasts (id, user_id, mode, message_length, retry_of, replies, open_replies)
  SELECT $2::uuid, $1::uuid, $3::text, length($4::text), $16::uuid, count(*)::integer, count(*)::integer FROM target
  HAVING count(*) > 0
), written AS (
  INSERT INTO messages (id, user_id, conversation_id, broadcast_id, role, content, status, attachment_id)
  SELECT CASE line.role WHEN 'user' THEN t.question ELSE t.reply END, $1::uuid, t.conversation, $2::uuid, line.role,
    CASE line.role WHEN 'user' THEN $4::text ELSE '' END, line.status,
    CASE line.role WHEN 'user' THEN $22::uuid END
  FROM target t CROSS JOIN (VALUES (1, 'user', 'completed'), (2, 'assistant', 'pending')) AS line (step, role, status)
  ORDER BY t.turn, line.step
), owed AS (
  INSERT INTO dispatches (message_id, user_id, broadcast_id, ai_service, place, owner, lease_until, context_until, left_out)
  SELECT reply, $1::uuid, $2::uuid, ai_service, turn - 1, $10::text, now() + $11::integer * interval '1 millisecond',
    until, left_out
  FROM thread
), told AS (
  INSERT INTO outbox (id, subject, aggregate_id, payload, headers)
  SELECT $17::uuid, $18::text, $19::text, $20::jsonb, $21::jsonb WHERE EXISTS (SELECT FROM target)
)
SELECT ai_service, conversation AS conversation_id, reply AS message_id, history FROM thread ORDER BY turn`,
};
