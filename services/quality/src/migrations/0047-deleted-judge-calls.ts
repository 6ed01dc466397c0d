import { enableRowSecurity, grantTo, sqlMigration } from '@polylogue/service-kit';

/**
 * Calls to judges of the last 24 hours whose assessments or backtests were deleted: they were paid, so they go on counting
 * towards the limit. Times and counts only.
 */
export const DeletedJudgeCalls0047 = sqlMigration(
  '0047-deleted-judge-calls',
  `
CREATE TABLE quality.deleted_judge_calls (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL,
  made_at timestamptz NOT NULL,
  calls integer NOT NULL CHECK (calls > 0)
);
CREATE INDEX deleted_judge_calls_by_user ON quality.deleted_judge_calls (user_id, made_at);
`,
  enableRowSecurity('quality.deleted_judge_calls', 'user_id', ['SELECT', 'INSERT', 'DELETE']),
  grantTo('quality.deleted_judge_calls', 'app', ['INSERT']),
);
