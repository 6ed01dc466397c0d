import { sqlMigration } from '@polylogue/service-kit';

const erasedUser = '00000000-0000-0000-0000-000000000000';

// Which model answered, and what of the tokens came from a cache or went into reasoning; unknown before this version.
export const DetailedTokens0011 = sqlMigration(
  '0011-detailed-tokens',
  `
ALTER TABLE ai_dispatch.calls
  ADD COLUMN response_model text,
  ADD COLUMN cached_input_tokens integer,
  ADD COLUMN reasoning_tokens integer;
ALTER TABLE ai_dispatch.usage_days
  ADD COLUMN cached_tokens bigint NOT NULL DEFAULT 0,
  ADD COLUMN reasoning_tokens bigint NOT NULL DEFAULT 0;

-- What the calls of an erased user cost stays in the sums, under the nil user.
CREATE OR REPLACE FUNCTION ai_dispatch.keep_sums() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF OLD.user_id = '${erasedUser}' THEN RETURN NULL; END IF;
  INSERT INTO ai_dispatch.usage_days AS u (day, user_id, ai_service, calls, failures, input_tokens, output_tokens,
    uncounted_calls, reported_micros, estimated_micros, unpriced_calls, cached_tokens, reasoning_tokens)
  VALUES (OLD.day, '${erasedUser}', OLD.ai_service, OLD.calls, OLD.failures, OLD.input_tokens, OLD.output_tokens,
    OLD.uncounted_calls, OLD.reported_micros, OLD.estimated_micros, OLD.unpriced_calls, OLD.cached_tokens,
    OLD.reasoning_tokens)
  ON CONFLICT (day, user_id, ai_service) DO UPDATE SET
    calls = u.calls + excluded.calls, failures = u.failures + excluded.failures,
    input_tokens = u.input_tokens + excluded.input_tokens, output_tokens = u.output_tokens + excluded.output_tokens,
    uncounted_calls = u.uncounted_calls + excluded.uncounted_calls,
    reported_micros = u.reported_micros + excluded.reported_micros,
    estimated_micros = u.estimated_micros + excluded.estimated_micros,
    unpriced_calls = u.unpriced_calls + excluded.unpriced_calls,
    cached_tokens = u.cached_tokens + excluded.cached_tokens,
    reasoning_tokens = u.reasoning_tokens + excluded.reasoning_tokens;
  RETURN NULL;
END $$;
`,
);
