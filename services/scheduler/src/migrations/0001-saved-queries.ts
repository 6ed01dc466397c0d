import { enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

export const SavedQueries0001 = sqlMigration(
  '0001-saved-queries',
  `
CREATE TABLE scheduler.saved_queries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL,
  title text NOT NULL,
  content text NOT NULL,
  description text,
  ai_services text[] NOT NULL,
  is_scheduled boolean NOT NULL,
  frequency text CHECK (frequency IN ('daily', 'weekly', 'monthly', 'custom')),
  time_of_day text,
  days smallint[] NOT NULL DEFAULT '{}',
  cron text,
  time_zone text NOT NULL,
  -- The local day on which scheduling was switched on, and the weekday on which a weekly schedule was saved.
  month_day smallint,
  weekday smallint,
  is_active boolean NOT NULL,
  next_run_at timestamptz,
  -- Grows with every change that affects runs: what was claimed before is void.
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX saved_queries_of_user ON scheduler.saved_queries (user_id, id DESC);
CREATE INDEX saved_queries_due ON scheduler.saved_queries (next_run_at) WHERE next_run_at IS NOT NULL;

CREATE TABLE scheduler.executions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  saved_query_id bigint NOT NULL REFERENCES scheduler.saved_queries ON DELETE CASCADE,
  user_id uuid NOT NULL,
  trigger_type text NOT NULL CHECK (trigger_type IN ('manual', 'scheduled')),
  status text NOT NULL CHECK (status IN ('pending', 'running', 'completed', 'failed')),
  slot_at timestamptz,
  due_at timestamptz NOT NULL,
  -- Of the query when it was claimed, with what was to be asked then.
  version integer NOT NULL,
  content text NOT NULL,
  ai_services text[] NOT NULL,
  -- Who runs it until when (lease), and whose writes count (fence).
  owner text,
  lease_until timestamptz,
  fence integer NOT NULL DEFAULT 0,
  runs integer NOT NULL DEFAULT 0,
  error_message text,
  started_at timestamptz,
  ended_at timestamptz,
  UNIQUE (saved_query_id, slot_at)
);
CREATE UNIQUE INDEX executions_open ON scheduler.executions (saved_query_id) WHERE status IN ('pending', 'running');
CREATE INDEX executions_of_query ON scheduler.executions (saved_query_id, id DESC);
CREATE INDEX executions_waiting ON scheduler.executions (due_at) WHERE status = 'pending';
CREATE INDEX executions_running ON scheduler.executions (lease_until) WHERE status = 'running';

CREATE TABLE scheduler.execution_results (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  execution_id bigint NOT NULL REFERENCES scheduler.executions ON DELETE CASCADE,
  user_id uuid NOT NULL,
  ai_service text NOT NULL,
  is_success boolean NOT NULL,
  response_time_ms integer NOT NULL,
  tokens integer,
  response text NOT NULL,
  -- A sentence for a person; never part of the response.
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (execution_id, ai_service)
);

CREATE TABLE scheduler.idempotency (
  user_id uuid NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  body_hash text NOT NULL,
  made_id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, route, key)
);
CREATE INDEX idempotency_by_age ON scheduler.idempotency (created_at);
`,
  enableRowSecurity('scheduler.saved_queries', 'user_id', ['SELECT', 'UPDATE', 'DELETE']),
  enableRowSecurity('scheduler.executions', 'user_id', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  grantTo('scheduler.executions', 'app', ['SELECT', 'INSERT', 'DELETE']),
  enableRowSecurity('scheduler.execution_results', 'user_id', ['SELECT', 'INSERT']),
  grantTo('scheduler.execution_results', 'app', ['SELECT']),
  enableRowSecurity('scheduler.idempotency', 'user_id', ['SELECT', 'DELETE']),
);
