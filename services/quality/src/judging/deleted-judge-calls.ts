/**
 * Keeps how many calls to judges are deleted: they were paid, and count towards the limit until a day has passed. A part of a
 * statement that names them `gone`, with `user_id`, `made_at` and `calls`.
 */
export const keepDeletedCalls = `INSERT INTO deleted_judge_calls (user_id, made_at, calls)
  SELECT user_id, max(made_at), sum(calls) FROM gone WHERE calls > 0 AND made_at > now() - interval '24 hours'
  GROUP BY user_id, date_trunc('hour', made_at)`;
