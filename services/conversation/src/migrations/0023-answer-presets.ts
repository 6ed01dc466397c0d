import { enableRowSecurity, sqlMigration } from '@polylogue/service-kit';

/**
 * A user's presets, and with each dispatch the settings that were requested: they are sent again when another process takes
 * it over. `temperature` stays for the version before.
 */
export const AnswerPresets0023 = sqlMigration(
  '0023-answer-presets',
  `
CREATE TABLE conversation.answer_presets (
  user_id uuid NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  settings jsonb NOT NULL,
  ai_services text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (user_id, id)
);

ALTER TABLE conversation.dispatches ADD COLUMN settings jsonb;
`,
  enableRowSecurity('conversation.answer_presets', 'user_id'),
);
