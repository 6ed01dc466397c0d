import { grantTo, sqlMigration } from '@polylogue/service-kit';

// Runs that are kept in History: whether a query and a run wants it, the comparison, how far handing it over is, and the thread of
// each result. And what services made beside text, as a list of id, type, name and size; ai-dispatch keeps the bytes.
export const Rounds0011 = sqlMigration(
  '0011-rounds',
  `
ALTER TABLE scheduler.saved_queries
  ADD COLUMN keeps_rounds boolean NOT NULL DEFAULT false,
  ADD COLUMN is_judged boolean NOT NULL DEFAULT false;
ALTER TABLE scheduler.executions
  ADD COLUMN keeps_round boolean NOT NULL DEFAULT false,
  ADD COLUMN is_judged boolean NOT NULL DEFAULT false,
  ADD COLUMN round_id uuid,
  -- owed: to be stored by conversation; unjudged: stored, its judging is to be asked for; then kept, until it is removed there.
  ADD COLUMN round_state text CHECK (round_state IN ('owed', 'unjudged', 'kept', 'removed', 'refused')),
  ADD COLUMN round_due_at timestamptz,
  ADD COLUMN round_tries integer NOT NULL DEFAULT 0,
  ADD COLUMN round_error text;
CREATE INDEX executions_with_owed_round ON scheduler.executions (round_due_at) WHERE round_state IN ('owed', 'unjudged');
ALTER TABLE scheduler.execution_results
  ADD COLUMN conversation_id uuid,
  ADD COLUMN media jsonb;
CREATE INDEX execution_results_in_history ON scheduler.execution_results (conversation_id) WHERE conversation_id IS NOT NULL;
`,
  grantTo('scheduler.execution_results', 'worker', ['SELECT', 'INSERT', 'UPDATE']),
);
