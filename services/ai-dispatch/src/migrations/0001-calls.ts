import { enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

// The ledger: one row per call to a provider, ids and counts only. Written by the worker role, many rows a statement.
export const Calls0001 = sqlMigration(
  '0001-calls',
  `
CREATE TABLE ai_dispatch.calls (
  call_id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  ai_service text NOT NULL,
  model text NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('completed', 'failed', 'interrupted', 'cancelled')),
  error_code text,
  stop_reason text,
  attempts integer,
  first_token_ms integer,
  total_ms integer,
  -- Null is unknown, never 0.
  input_tokens integer,
  output_tokens integer,
  total_tokens integer,
  cost_amount double precision,
  cost_currency text,
  cost_source text CHECK (cost_source IN ('provider', 'estimate'))
);
CREATE INDEX calls_of_user ON ai_dispatch.calls (user_id, started_at DESC);
CREATE INDEX calls_of_service ON ai_dispatch.calls (ai_service, started_at DESC);
`,
  enableRowSecurity('ai_dispatch.calls', 'user_id', ['SELECT', 'INSERT', 'UPDATE']),
  grantTo('ai_dispatch.calls', 'app', ['SELECT']),
);
