import { enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

export const Dispatches0002 = sqlMigration(
  '0002-dispatches',
  `
-- The work owed for a reply: who does it (lease), and whose writes count (fence).
CREATE TABLE conversation.dispatches (
  message_id uuid PRIMARY KEY REFERENCES conversation.messages ON DELETE CASCADE,
  user_id uuid NOT NULL,
  broadcast_id uuid NOT NULL,
  ai_service text NOT NULL,
  -- Among the broadcast's targets, in the order asked, from 0.
  place smallint NOT NULL,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'ended')),
  fence integer NOT NULL DEFAULT 1,
  -- Parts of earlier fences are not the reply's text.
  text_fence integer NOT NULL DEFAULT 1,
  runs integer NOT NULL DEFAULT 1,
  owner text NOT NULL,
  lease_until timestamptz NOT NULL,
  cancel_requested boolean NOT NULL DEFAULT false,
  ended_at timestamptz,
  -- The event that told the end, and those that brought the text after the last part.
  end_event_id bigint,
  tail_event_ids bigint[] NOT NULL DEFAULT '{}',
  tail_lengths integer[] NOT NULL DEFAULT '{}'
);
CREATE INDEX dispatches_of_broadcast ON conversation.dispatches (broadcast_id);
CREATE INDEX dispatches_running ON conversation.dispatches (lease_until) WHERE state = 'running';
CREATE INDEX dispatches_to_cancel ON conversation.dispatches (owner) WHERE state = 'running' AND cancel_requested;

-- Text of replies still open, and for a while after their end, so that a stream can be taken up anywhere.
CREATE TABLE conversation.reply_parts (
  message_id uuid NOT NULL,
  fence integer NOT NULL,
  seq integer NOT NULL,
  user_id uuid NOT NULL,
  body text NOT NULL,
  event_ids bigint[] NOT NULL,
  -- UTF-16 units of the body that each event brought.
  lengths integer[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (message_id, fence, seq)
);
CREATE INDEX reply_parts_by_age ON conversation.reply_parts (created_at);

CREATE TABLE conversation.idempotency (
  user_id uuid NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  body_hash text NOT NULL,
  broadcast_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, route, key)
);
CREATE INDEX idempotency_by_age ON conversation.idempotency (created_at);
`,
  enableRowSecurity('conversation.dispatches', 'user_id', ['SELECT', 'UPDATE']),
  enableRowSecurity('conversation.reply_parts', 'user_id', ['SELECT', 'INSERT', 'DELETE']),
  grantTo('conversation.reply_parts', 'app', ['SELECT']),
  enableRowSecurity('conversation.idempotency', 'user_id', ['SELECT', 'DELETE']),
);
