/** Conversations, questions, pending replies, their dispatches, the broadcast and its event: what a sent message leaves. */
export const beginBroadcast = {
  name: 'begin-broadcast',
  text: `
WITH target AS (
  SELECT * FROM unnest($3::text[], $4::uuid[], $5::uuid[], $6::uuid[]) WITH ORDINALITY
    AS target (ai_service, conversation, question, reply, nr)
), joined AS (
  INSERT INTO conversations (id, user_id, ai_service, title)
  SELECT conversation, $1, ai_service, left($7, 80) FROM target ORDER BY ai_service
  ON CONFLICT (user_id, ai_service) WHERE on_dashboard DO UPDATE SET updated_at = now()
  RETURNING id, ai_service
), sent AS (
  INSERT INTO broadcasts (id, user_id, mode, message_length, replies, open_replies)
  VALUES ($2, $1, 'broadcast', length($7), cardinality($3::text[]), cardinality($3::text[]))
), written AS (
  INSERT INTO messages (id, user_id, conversation_id, broadcast_id, role, content, status)
  SELECT CASE line.role WHEN 'user' THEN t.question ELSE t.reply END, $1, joined.id, $2, line.role,
    CASE line.role WHEN 'user' THEN $7 ELSE '' END, line.status
  FROM target t JOIN joined USING (ai_service)
  CROSS JOIN (VALUES ('user', 'completed'), ('assistant', 'pending')) AS line (role, status) ORDER BY t.nr, line.role DESC
), owed AS (
  INSERT INTO dispatches (message_id, user_id, broadcast_id, ai_service, place, owner, lease_until)
  SELECT reply, $1, $2, ai_service, nr - 1, 'floor', now() + interval '20 seconds' FROM target
)
INSERT INTO outbox (id, subject, aggregate_id, payload) VALUES ($8, 'conversation.message_sent.v1', $2::uuid::text, $9)`,
};

/** The replies with their ends, the broadcast's, and its event. */
export const endBroadcast = {
  name: 'end-broadcast',
  text: `
WITH reply AS (
  SELECT * FROM unnest($2::uuid[], $3::text[]) AS reply (id, content)
), ended AS (
  UPDATE dispatches d SET state = 'ended', ended_at = now(), end_event_id = 1 FROM reply WHERE d.message_id = reply.id
), stored AS (
  UPDATE messages m SET status = 'completed', content = reply.content, ended_at = now(), response_time_ms = 1
  FROM reply WHERE m.id = reply.id
), counted AS (
  UPDATE broadcasts SET open_replies = 0, completed_at = now() WHERE id = $1
)
INSERT INTO outbox (id, subject, aggregate_id, payload)
VALUES ($4, 'conversation.broadcast_completed.v1', $1::uuid::text, $5)`,
};
