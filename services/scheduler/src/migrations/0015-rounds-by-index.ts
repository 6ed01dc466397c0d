import { onlineMigration } from '@polylogue/service-kit';

/** Rounds that are to be handed over, and the results that stand in History. */
export const RoundsByIndex0015 = onlineMigration(
  '0015-rounds-by-index',
  // One that was broken off is left behind, and is no index.
  'DROP INDEX CONCURRENTLY IF EXISTS scheduler.executions_with_owed_round',
  `CREATE INDEX CONCURRENTLY executions_with_owed_round ON scheduler.executions (round_due_at)
   WHERE round_state IN ('owed', 'unjudged')`,
  'DROP INDEX CONCURRENTLY IF EXISTS scheduler.execution_results_in_history',
  `CREATE INDEX CONCURRENTLY execution_results_in_history ON scheduler.execution_results (conversation_id)
   WHERE conversation_id IS NOT NULL`,
  // Other transactions go on reading and writing meanwhile.
  'ALTER TABLE scheduler.executions VALIDATE CONSTRAINT executions_round_state',
);
