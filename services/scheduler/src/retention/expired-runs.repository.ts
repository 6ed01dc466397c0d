import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';

export interface RemovedRuns {
  runs: number;
  /** What their results showed, by user. */
  media: { userId: string; ids: string[] }[];
}

// Only Postgres' clock decides. A run that is still to be handed over to History waits for that.
const isExpired = `e.status IN ('completed', 'failed') AND coalesce(e.ended_at, e.due_at) < now() - $1 * interval '1 day'
  AND coalesce(e.round_state, '') NOT IN ('owed', 'unjudged')`;

/** Runs that ended as long ago as a rule says, with the worker role. */
@Injectable()
export class ExpiredRunsRepository {
  /**
   * So many at most, with their results, further answers, readings and reports. Their queries keep count of them. It waits for no
   * lock: what another transaction holds goes with a later batch.
   */
  async remove(tx: Transaction, keepDays: number, max: number): Promise<RemovedRuns> {
    const [row] = await tx.query<[RemovedRuns]>(
      `WITH chosen AS MATERIALIZED (
         SELECT e.id, e.user_id FROM executions e JOIN saved_queries q ON q.id = e.saved_query_id WHERE ${isExpired}
         ORDER BY coalesce(e.ended_at, e.due_at) LIMIT $2
         FOR UPDATE OF e SKIP LOCKED FOR NO KEY UPDATE OF q SKIP LOCKED
       ), shown AS MATERIALIZED (
         SELECT c.user_id, one->>'id' AS media_id FROM chosen c JOIN execution_results r ON r.execution_id = c.id
           CROSS JOIN jsonb_array_elements(r.media) AS one WHERE r.media IS NOT NULL
       ), of_users AS (
         SELECT user_id, array_agg(media_id) AS ids FROM shown GROUP BY user_id
       ), gone AS (
         DELETE FROM executions e USING chosen c WHERE e.id = c.id RETURNING e.saved_query_id
       ), counted AS (
         UPDATE saved_queries q SET runs_removed = q.runs_removed + of_query.runs
         FROM (SELECT saved_query_id AS id, count(*) AS runs FROM gone GROUP BY saved_query_id) of_query WHERE q.id = of_query.id
       ) SELECT (SELECT count(*)::integer FROM gone) AS runs, coalesce(
           (SELECT json_agg(json_build_object('userId', user_id, 'ids', ids)) FROM of_users), '[]') AS media`,
      [keepDays, max],
    );
    return row;
  }

  async count(tx: Transaction, keepDays: number): Promise<number> {
    const [row] = await tx.query<{ n: number }[]>(`SELECT count(*)::float8 AS n FROM executions e WHERE ${isExpired}`, [
      keepDays,
    ]);
    return row!.n;
  }

  /** The day of UTC that it is now, as Postgres has it. */
  async today(tx: Transaction): Promise<string> {
    const [row] = await tx.query<{ day: string }[]>(`SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day`);
    return row!.day;
  }
}
