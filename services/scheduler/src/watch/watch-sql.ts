/**
 * SQL: how a run of a query is watched from now on; null when it is not. A run of another text than the query's own is not: what it
 * says would be compared with answers to something else. Another reader finds other claims in the same answers, so what was
 * learned with one is void with another.
 */
export const watchSql = (query: string) =>
  `CASE WHEN ${query}.report = 'changes' THEN jsonb_build_object(
     'basis', md5(${query}.content || E'\\n\\n' || coalesce(${query}.watch_focus, '')
       || coalesce(E'\\n\\n' || ${query}.watch_extractor, '')),
     'focus', ${query}.watch_focus, 'baselineRuns', ${query}.baseline_runs, 'extractor', ${query}.watch_extractor) END`;
