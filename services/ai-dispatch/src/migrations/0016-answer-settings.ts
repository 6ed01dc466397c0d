import { sqlMigration } from '@polylogue/service-kit';

// How a service answers where a user wants nothing else, and what no user may exceed. Null: as the operator configured it.
export const AnswerSettings0016 = sqlMigration(
  '0016-answer-settings',
  'ALTER TABLE ai_dispatch.catalog ADD COLUMN answer_defaults jsonb, ADD COLUMN answer_limits jsonb;',
);
