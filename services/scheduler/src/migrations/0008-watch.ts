import { enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

// Watched queries: what is known of one, and for each run its further answers, what was read of them, and the report. They go
// with their query or run.
export const Watch0008 = sqlMigration(
  '0008-watch',
  `
ALTER TABLE scheduler.saved_queries
  ADD COLUMN report text NOT NULL DEFAULT 'everything',
  ADD COLUMN watch_focus text,
  ADD COLUMN baseline_runs smallint NOT NULL DEFAULT 3;
-- How the run is watched, as it was when it was asked for; null: it is not.
ALTER TABLE scheduler.executions ADD COLUMN watch jsonb;

CREATE TABLE scheduler.watch_states (
  saved_query_id bigint PRIMARY KEY REFERENCES scheduler.saved_queries ON DELETE CASCADE,
  user_id uuid NOT NULL,
  -- Of the question and what counts: a state with another basis is void.
  basis text NOT NULL,
  state jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE scheduler.watch_answers (
  execution_id bigint NOT NULL REFERENCES scheduler.executions ON DELETE CASCADE,
  user_id uuid NOT NULL,
  ai_service text NOT NULL,
  -- From 2: the first answer is the result.
  number smallint NOT NULL,
  is_success boolean NOT NULL,
  response text NOT NULL,
  error text,
  response_time_ms integer NOT NULL,
  cost_micros bigint,
  cost_source text CHECK (cost_source IN ('provider', 'estimate')),
  sources jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (execution_id, ai_service, number)
);

-- What was paid for is not paid for again when a process dies before its run has ended.
CREATE TABLE scheduler.watch_readings (
  execution_id bigint NOT NULL REFERENCES scheduler.executions ON DELETE CASCADE,
  user_id uuid NOT NULL,
  step smallint NOT NULL,
  reading jsonb NOT NULL,
  PRIMARY KEY (execution_id, step)
);

CREATE TABLE scheduler.watch_reports (
  execution_id bigint PRIMARY KEY REFERENCES scheduler.executions ON DELETE CASCADE,
  saved_query_id bigint NOT NULL REFERENCES scheduler.saved_queries ON DELETE CASCADE,
  user_id uuid NOT NULL,
  is_baseline boolean NOT NULL,
  changed_services integer NOT NULL,
  total_services integer NOT NULL,
  changes jsonb NOT NULL,
  -- What the services said of each claim, and the claims by their numbers: the timeline.
  cells jsonb NOT NULL,
  claims jsonb NOT NULL,
  error text,
  further_answers integer NOT NULL,
  cost_micros bigint,
  cost_source text CHECK (cost_source IN ('provider', 'estimate')),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX watch_reports_of_query ON scheduler.watch_reports (saved_query_id, execution_id DESC);
`,
  enableRowSecurity('scheduler.watch_states', 'user_id', ['SELECT', 'INSERT', 'UPDATE']),
  grantTo('scheduler.watch_states', 'app', ['SELECT']),
  enableRowSecurity('scheduler.watch_answers', 'user_id', ['SELECT', 'INSERT']),
  grantTo('scheduler.watch_answers', 'app', ['SELECT']),
  enableRowSecurity('scheduler.watch_readings', 'user_id', ['SELECT', 'INSERT']),
  grantTo('scheduler.watch_readings', 'app', []),
  enableRowSecurity('scheduler.watch_reports', 'user_id', ['SELECT', 'INSERT']),
  grantTo('scheduler.watch_reports', 'app', ['SELECT']),
);
