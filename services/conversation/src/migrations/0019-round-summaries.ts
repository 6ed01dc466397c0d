import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

// What one service made of several replies, and who runs it (lease). It quotes the conversations of these replies, and
// is deleted with any of them.
export const RoundSummaries0019 = sqlMigration(
  '0019-round-summaries',
  `
CREATE TABLE conversation.round_summaries (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  -- The round it is kept with: that of the newest reply.
  broadcast_id uuid NOT NULL,
  message_ids uuid[] NOT NULL,
  conversation_ids uuid[] NOT NULL,
  -- Who wrote the replies.
  reply_services text[] NOT NULL,
  kind text NOT NULL CHECK (kind IN ('compare', 'merge', 'instruction')),
  instruction text,
  ai_service text NOT NULL,
  content text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'completed', 'failed', 'interrupted', 'cancelled')),
  runs integer NOT NULL DEFAULT 1,
  owner text NOT NULL,
  fence integer NOT NULL DEFAULT 0,
  lease_until timestamptz NOT NULL,
  cancel_requested boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  response_time_ms integer,
  first_token_ms integer,
  input_tokens integer,
  output_tokens integer,
  total_tokens integer,
  cached_input_tokens integer,
  reasoning_tokens integer,
  cost_amount double precision,
  cost_currency text,
  cost_source text CHECK (cost_source IN ('provider', 'estimate')),
  stop_reason text,
  error_code text,
  error text,
  generation jsonb
);
CREATE INDEX round_summaries_by_round ON conversation.round_summaries (user_id, broadcast_id, created_at);
CREATE INDEX round_summaries_by_conversation ON conversation.round_summaries USING gin (conversation_ids);
CREATE INDEX round_summaries_open ON conversation.round_summaries (lease_until) WHERE status = 'pending';
`,
  enableRowSecurity('conversation.round_summaries', 'user_id', ['SELECT', 'UPDATE']),
);
