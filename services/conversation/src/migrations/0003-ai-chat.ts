import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

export const AiChat0003 = sqlMigration(
  '0003-ai-chat',
  `
CREATE TABLE conversation.ai_chat_sessions (
  user_id uuid NOT NULL,
  -- The client's choice, one of its user's only: nobody learns from it of another's.
  id text NOT NULL,
  opening text NOT NULL,
  setup jsonb NOT NULL DEFAULT '{"sides": []}',
  end_reason text,
  end_note text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id)
);
CREATE INDEX ai_chat_sessions_by_activity ON conversation.ai_chat_sessions (user_id, updated_at DESC);

-- One exchange: what was sent, what came back, and who runs it (lease) under which fence.
CREATE TABLE conversation.ai_chat_turns (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  session_id text NOT NULL,
  -- Drawn while the session's row is locked.
  position bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('reply', 'summary')),
  ai_service text NOT NULL,
  message text NOT NULL,
  interjection text,
  content text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'completed', 'failed', 'interrupted', 'cancelled')),
  idempotency_key text,
  body_hash text,
  runs integer NOT NULL DEFAULT 1,
  owner text NOT NULL,
  lease_until timestamptz NOT NULL,
  cancel_requested boolean NOT NULL DEFAULT false,
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
  error text,
  FOREIGN KEY (user_id, session_id) REFERENCES conversation.ai_chat_sessions ON DELETE CASCADE
);
CREATE INDEX ai_chat_turns_in_order ON conversation.ai_chat_turns (user_id, session_id, position);
CREATE INDEX ai_chat_turns_open ON conversation.ai_chat_turns (lease_until) WHERE status = 'pending';
-- Two services talk in turns: one is written at a time.
CREATE UNIQUE INDEX ai_chat_turns_one_at_a_time ON conversation.ai_chat_turns (user_id, session_id)
  WHERE status = 'pending';
CREATE UNIQUE INDEX ai_chat_turns_by_key ON conversation.ai_chat_turns (user_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
`,
  enableRowSecurity('conversation.ai_chat_sessions', 'user_id'),
  enableRowSecurity('conversation.ai_chat_turns', 'user_id', ['SELECT', 'UPDATE']),
);
