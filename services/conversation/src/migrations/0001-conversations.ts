import { enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

export const Conversations0001 = sqlMigration(
  '0001-conversations',
  `
CREATE TABLE conversation.conversations (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  ai_service text NOT NULL,
  title text NOT NULL,
  on_dashboard boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX conversations_on_dashboard ON conversation.conversations (user_id, ai_service) WHERE on_dashboard;
CREATE INDEX conversations_by_activity ON conversation.conversations (user_id, updated_at DESC, id DESC);

CREATE TABLE conversation.broadcasts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  mode text NOT NULL CHECK (mode IN ('broadcast', 'selective', 'individual')),
  message_length integer NOT NULL,
  -- The broadcast one of whose replies is asked for again here.
  retry_of uuid,
  replies integer NOT NULL,
  open_replies integer NOT NULL CHECK (open_replies >= 0),
  failed_replies integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz
);

CREATE TABLE conversation.messages (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  conversation_id uuid NOT NULL REFERENCES conversation.conversations ON DELETE CASCADE,
  broadcast_id uuid,
  -- Drawn while the conversation's row is locked: the order of a thread, whatever the clocks say.
  position bigint GENERATED ALWAYS AS IDENTITY,
  role text NOT NULL CHECK (role IN ('user', 'assistant')),
  content text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'completed', 'failed', 'interrupted', 'cancelled')),
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  response_time_ms integer,
  first_token_ms integer,
  input_tokens integer,
  output_tokens integer,
  total_tokens integer,
  cost_amount double precision,
  cost_currency text,
  cost_source text CHECK (cost_source IN ('provider', 'estimate')),
  stop_reason text,
  error_code text,
  -- A sentence for a person; never part of the content.
  error text
);
CREATE INDEX messages_in_order ON conversation.messages (conversation_id, position);
`,
  enableRowSecurity('conversation.conversations', 'user_id'),
  enableRowSecurity('conversation.broadcasts', 'user_id', ['SELECT', 'UPDATE']),
  grantTo('conversation.broadcasts', 'app', ['SELECT', 'INSERT']),
  enableRowSecurity('conversation.messages', 'user_id', ['SELECT', 'UPDATE']),
);
