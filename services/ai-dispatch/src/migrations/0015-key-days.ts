import { enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

// By which API key a call was asked for, and what each key used of a day. Unknown before this version.
export const KeyDays0015 = sqlMigration(
  '0015-key-days',
  `
ALTER TABLE ai_dispatch.calls ADD COLUMN api_key_id uuid;

CREATE TABLE ai_dispatch.key_days (
  user_id uuid NOT NULL,
  api_key_id uuid NOT NULL,
  day date NOT NULL,
  calls bigint NOT NULL DEFAULT 0,
  failures bigint NOT NULL DEFAULT 0,
  input_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  uncounted_calls bigint NOT NULL DEFAULT 0,
  reported_micros bigint NOT NULL DEFAULT 0,
  estimated_micros bigint NOT NULL DEFAULT 0,
  unpriced_calls bigint NOT NULL DEFAULT 0,
  cached_tokens bigint NOT NULL DEFAULT 0,
  reasoning_tokens bigint NOT NULL DEFAULT 0,
  -- What the budget of the key has lost, and what is set aside for calls under way.
  spent_micros bigint NOT NULL DEFAULT 0,
  reserved_micros bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, api_key_id, day)
);
CREATE INDEX key_days_by_day ON ai_dispatch.key_days (day);

-- One row per call under way by a key with a budget. As with those of users, what a dead process leaves stays used.
CREATE TABLE ai_dispatch.key_reservations (
  call_id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  api_key_id uuid NOT NULL,
  day date NOT NULL,
  micros bigint NOT NULL
);
CREATE INDEX key_reservations_of_day ON ai_dispatch.key_reservations (day);
`,
  enableRowSecurity('ai_dispatch.key_days', 'user_id', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  enableRowSecurity('ai_dispatch.key_reservations', 'user_id', ['SELECT', 'INSERT', 'DELETE']),
  grantTo('ai_dispatch.key_days', 'app', ['SELECT']),
  grantTo('ai_dispatch.key_reservations', 'app', []),
);
