import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { ExecutionStatus } from '../executions/execution.entity.js';
import { runNumberSql } from '../run-numbers/run-number-sql.js';
import type { RunChange } from '../watch/watch.entity.js';

/** A run with the query it is of. */
export interface RunDigestRow {
  /** Of the runs of its query: 1, 2, 3 … */
  executionNumber: number;
  savedQueryId: number;
  title: string;
  status: ExecutionStatus;
  successfulResponses: number;
  totalResponses: number;
  error: string | null;
  isWatched: boolean;
  changes: RunChange[];
}

@Injectable()
export class RunDigestsRepository {
  async find(tx: Transaction, userId: string, executionId: number): Promise<RunDigestRow | undefined> {
    const [row] = await tx.query<RunDigestRow[]>(
      `SELECT ${runNumberSql('q', 'e.id')} AS "executionNumber", e.saved_query_id::float8 AS "savedQueryId", q.title, e.status,
         (SELECT count(*)::int FROM execution_results r WHERE r.execution_id = e.id AND r.is_success)
           AS "successfulResponses",
         cardinality(e.ai_services) AS "totalResponses", e.error_message AS error,
         e.watch IS NOT NULL AS "isWatched", coalesce(w.changes, '[]') AS changes
       FROM executions e JOIN saved_queries q ON q.id = e.saved_query_id
         LEFT JOIN watch_reports w ON w.execution_id = e.id
       WHERE e.id = $2 AND e.user_id = $1 AND q.user_id = $1`,
      [userId, executionId],
    );
    return row;
  }
}
