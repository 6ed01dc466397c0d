import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

/** The cases of a suite: what was sent for a reply of one's own, or messages that were imported. */
export const SuiteCases0031 = sqlMigration(
  '0031-suite-cases',
  `
CREATE TABLE quality.suite_cases (
  suite_id uuid NOT NULL REFERENCES quality.suites ON DELETE CASCADE,
  -- From 1.
  number smallint NOT NULL CHECK (number > 0),
  user_id uuid NOT NULL,
  -- Of the reply whose context is sent; read from its record when it is.
  message_id uuid,
  conversation_id uuid,
  broadcast_id uuid,
  -- JSON of a list of ai_dispatch.v1.ChatMessage, where it was imported.
  messages jsonb,
  -- Its beginning; null when the round was deleted.
  question text,
  context_bytes integer NOT NULL,
  -- JSON of a list of quality.v1.SuiteAssertion, beside those of the suite.
  assertions jsonb NOT NULL,
  PRIMARY KEY (suite_id, number),
  CHECK ((message_id IS NULL) = (messages IS NOT NULL)),
  CHECK ((message_id IS NULL) = (conversation_id IS NULL)),
  CHECK ((message_id IS NULL) = (broadcast_id IS NULL))
);
CREATE INDEX suite_cases_by_user ON quality.suite_cases (user_id, conversation_id);
`,
  enableRowSecurity('quality.suite_cases', 'user_id', ['SELECT', 'UPDATE']),
);
