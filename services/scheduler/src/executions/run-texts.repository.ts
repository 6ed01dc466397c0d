import { Injectable } from '@nestjs/common';
import type { RunBefore } from '@polylogue/api-contract/query-variables';
import type { Transaction } from '@polylogue/service-kit';

/** What `{{last_run}}` and `{{last_report}}` stand for; every method takes the user. */
@Injectable()
export class RunTextsRepository {
  /** The run before `executionId`, or the last one there is. Each looks at the newest rows of one query. */
  async runBefore(tx: Transaction, userId: string, savedQueryId: number, executionId?: number): Promise<RunBefore> {
    const values = [userId, savedQueryId, executionId ?? null];
    const isBefore = 'e.saved_query_id = $2 AND e.user_id = $1 AND ($3::bigint IS NULL OR e.id < $3)';
    const [run] = await tx.query<{ startedAt: Date }[]>(
      `SELECT e.started_at AS "startedAt" FROM executions e
       WHERE ${isBefore} AND e.started_at IS NOT NULL ORDER BY e.id DESC LIMIT 1`,
      values,
    );
    const answers = await tx.query<{ service: string; text: string }[]>(
      `SELECT coalesce(nullif(r.generation #>> '{service,displayName}', ''), r.ai_service) AS service, r.response AS text
       FROM (SELECT e.id, e.ai_services FROM executions e
             WHERE ${isBefore} AND e.status = 'completed' ORDER BY e.id DESC LIMIT 1) e
       JOIN execution_results r ON r.execution_id = e.id AND r.is_success AND r.response <> ''
       ORDER BY array_position(e.ai_services, r.ai_service)`,
      values,
    );
    return { startedAt: run?.startedAt, answers };
  }
}
