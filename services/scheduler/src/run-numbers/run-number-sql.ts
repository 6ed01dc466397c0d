/**
 * SQL: the number of a run among all that its query had, from 1; the oldest may be removed by now. Counted in the index: a run
 * writes nothing for it, and those that two replicas insert at once need no order.
 */
export const runNumberSql = (query: string, runId: string) =>
  `(${query}.runs_removed + (SELECT count(*) FROM executions o WHERE o.saved_query_id = ${query}.id AND o.id <= ${runId}))::int`;
