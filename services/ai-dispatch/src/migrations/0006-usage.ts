import { enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

const nobody = '00000000-0000-0000-0000-000000000000';

const tables = `
-- Money is counted in whole millionths of a dollar; cost_amount is what older versions wrote.
ALTER TABLE ai_dispatch.calls ADD COLUMN cost_micros bigint;
UPDATE ai_dispatch.calls SET cost_micros = round(cost_amount * 1000000) WHERE cost_amount IS NOT NULL;

-- Sums of the ledger per day of UTC, person and service, kept in the statement that ends a call.
CREATE TABLE ai_dispatch.usage_days (
  day date NOT NULL,
  user_id uuid NOT NULL,
  ai_service text NOT NULL,
  calls bigint NOT NULL,
  failures bigint NOT NULL,
  input_tokens bigint NOT NULL,
  output_tokens bigint NOT NULL,
  uncounted_calls bigint NOT NULL,
  reported_micros bigint NOT NULL,
  estimated_micros bigint NOT NULL,
  unpriced_calls bigint NOT NULL,
  PRIMARY KEY (day, user_id, ai_service)
);
CREATE INDEX usage_days_of_user ON ai_dispatch.usage_days (user_id, day);

INSERT INTO ai_dispatch.usage_days
SELECT (started_at AT TIME ZONE 'UTC')::date, user_id, ai_service, count(*),
  count(*) FILTER (WHERE outcome IN ('failed', 'interrupted')),
  coalesce(sum(input_tokens), 0), coalesce(sum(output_tokens), 0),
  count(*) FILTER (WHERE input_tokens IS NULL AND output_tokens IS NULL AND (outcome = 'completed' OR first_token_ms IS NOT NULL)),
  coalesce(sum(cost_micros) FILTER (WHERE cost_source = 'provider'), 0),
  coalesce(sum(cost_micros) FILTER (WHERE cost_source = 'estimate'), 0),
  count(*) FILTER (WHERE cost_micros IS NULL AND (outcome = 'completed' OR first_token_ms IS NOT NULL))
FROM ai_dispatch.calls WHERE ended_at IS NOT NULL GROUP BY 1, 2, 3;

-- What a person has used of a day's budget, and what is set aside for calls under way.
CREATE TABLE ai_dispatch.budget_days (
  user_id uuid NOT NULL,
  day date NOT NULL,
  spent_micros bigint NOT NULL DEFAULT 0,
  spent_tokens bigint NOT NULL DEFAULT 0,
  reserved_micros bigint NOT NULL DEFAULT 0,
  reserved_tokens bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, day)
);
INSERT INTO ai_dispatch.budget_days (user_id, day, spent_micros, spent_tokens)
SELECT user_id, day, sum(reported_micros + estimated_micros), sum(input_tokens + output_tokens)
FROM ai_dispatch.usage_days GROUP BY 1, 2;

-- One row per call under way. A process that dies leaves its rows: nobody knows what those calls cost, so what was set
-- aside for them stays used until the day is over.
CREATE TABLE ai_dispatch.reservations (
  call_id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  day date NOT NULL,
  micros bigint NOT NULL,
  tokens bigint NOT NULL
);
CREATE INDEX reservations_of_day ON ai_dispatch.reservations (day);
`;

// Rows here go only when a user is erased. What their calls cost stays in the sums, under the nil user.
const keepSums = `
CREATE FUNCTION ai_dispatch.keep_sums() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF OLD.user_id = '${nobody}' THEN RETURN NULL; END IF;
  INSERT INTO ai_dispatch.usage_days AS u VALUES (OLD.day, '${nobody}', OLD.ai_service, OLD.calls, OLD.failures,
    OLD.input_tokens, OLD.output_tokens, OLD.uncounted_calls, OLD.reported_micros, OLD.estimated_micros,
    OLD.unpriced_calls)
  ON CONFLICT (day, user_id, ai_service) DO UPDATE SET
    calls = u.calls + excluded.calls, failures = u.failures + excluded.failures,
    input_tokens = u.input_tokens + excluded.input_tokens, output_tokens = u.output_tokens + excluded.output_tokens,
    uncounted_calls = u.uncounted_calls + excluded.uncounted_calls,
    reported_micros = u.reported_micros + excluded.reported_micros,
    estimated_micros = u.estimated_micros + excluded.estimated_micros,
    unpriced_calls = u.unpriced_calls + excluded.unpriced_calls;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_sums AFTER DELETE ON ai_dispatch.usage_days FOR EACH ROW EXECUTE FUNCTION ai_dispatch.keep_sums();
`;

export const Usage0006 = sqlMigration(
  '0006-usage',
  tables,
  keepSums,
  enableRowSecurity('ai_dispatch.usage_days', 'user_id', ['SELECT', 'INSERT', 'UPDATE']),
  enableRowSecurity('ai_dispatch.budget_days', 'user_id', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  enableRowSecurity('ai_dispatch.reservations', 'user_id', ['SELECT', 'INSERT', 'DELETE']),
  grantTo('ai_dispatch.usage_days', 'app', ['SELECT']),
  grantTo('ai_dispatch.budget_days', 'app', ['SELECT']),
  grantTo('ai_dispatch.reservations', 'app', []),
);
