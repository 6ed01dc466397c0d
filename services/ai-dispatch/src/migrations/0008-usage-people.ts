import { enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

export const UsagePeople0008 = sqlMigration(
  '0008-usage-people',
  `
-- The spans of days that are asked for again and again, each up to today: what is kept of them and since when.
CREATE TABLE ai_dispatch.usage_spans (
  days smallint PRIMARY KEY,
  from_day date,
  -- The first day that is still counted on.
  open_day date,
  to_day date,
  people bigint NOT NULL DEFAULT 0,
  kept_at timestamptz
);
INSERT INTO ai_dispatch.usage_spans (days) VALUES (7), (30), (90);

-- What each person cost in a span: in the days of it that are over, and in all of it. Made from usage_days, and made
-- again from them whenever a day goes or is over.
CREATE TABLE ai_dispatch.usage_people (
  days smallint NOT NULL,
  user_id uuid NOT NULL,
  over_micros bigint NOT NULL,
  over_calls bigint NOT NULL,
  micros bigint NOT NULL,
  calls bigint NOT NULL,
  PRIMARY KEY (days, user_id)
);
CREATE INDEX usage_people_dearest ON ai_dispatch.usage_people (days, micros DESC, calls DESC, user_id);
`,
  enableRowSecurity('ai_dispatch.usage_people', 'user_id', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  grantTo('ai_dispatch.usage_people', 'app', []),
  grantTo('ai_dispatch.usage_spans', 'app', []),
  grantTo('ai_dispatch.usage_spans', 'worker', ['SELECT', 'UPDATE']),
);
