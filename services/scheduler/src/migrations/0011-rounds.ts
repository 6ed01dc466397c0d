import { sqlMigration } from '@polylogue/service-kit';

// Runs that are kept in History: whether a run wants it, the comparison, and how far handing it over is. One table at a time here
// and in 0013 and 0014: who claims and writes runs locks several of them.
export const Rounds0011 = sqlMigration(
  '0011-rounds',
  `
ALTER TABLE scheduler.executions
  ADD COLUMN keeps_round boolean NOT NULL DEFAULT false,
  ADD COLUMN is_judged boolean NOT NULL DEFAULT false,
  ADD COLUMN round_id uuid,
  -- owed: to be stored by conversation; unjudged: stored, its judging is to be asked for; then kept, until it is removed there.
  ADD COLUMN round_state text,
  ADD COLUMN round_due_at timestamptz,
  ADD COLUMN round_tries integer NOT NULL DEFAULT 0,
  ADD COLUMN round_error text,
  ADD CONSTRAINT executions_round_state CHECK (round_state IN ('owed', 'unjudged', 'kept', 'removed', 'refused')) NOT VALID;
`,
);
