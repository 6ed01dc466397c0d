import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { CostSource, RunReport, TimelineCell } from './watch.entity.js';
import type { HeldRun } from './watch.repository.js';

export interface StoredReport extends Omit<RunReport, 'cells'> {
  executionId: number;
}

/** A watched run in the timeline, with the claims as they were then. */
export interface TimelineRun {
  executionId: number;
  executedAt: Date;
  isBaseline: boolean;
  changedServices: number;
  cells: TimelineCell[];
  claims: { id: number; text: string }[];
}

const columns = `w.execution_id::float8 AS "executionId", w.is_baseline AS "isBaseline",
  w.changed_services AS "changedServices", w.total_services AS "totalServices", w.changes, w.error,
  w.further_answers AS "furtherAnswers", w.cost_micros::float8 AS "costMicros", w.cost_source AS "costSource"`;

/** What watched runs were found to change. */
@Injectable()
export class WatchReportsRepository {
  /** With the worker role, in the transaction that ends the run. */
  async insert(tx: Transaction, run: HeldRun, report: RunReport, claims: readonly { id: number; text: string }[]) {
    const source: CostSource | null = report.costMicros === null ? null : report.costSource;
    await tx.query(
      `INSERT INTO watch_reports (execution_id, saved_query_id, user_id, is_baseline, changed_services, total_services,
         changes, cells, claims, error, further_answers, cost_micros, cost_source)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`,
      [
        run.id,
        run.savedQueryId,
        run.userId,
        report.isBaseline,
        report.changedServices,
        report.totalServices,
        JSON.stringify(report.changes),
        JSON.stringify(report.cells),
        JSON.stringify(claims),
        report.error,
        report.furtherAnswers,
        report.costMicros,
        source,
      ],
    );
  }

  /** Those of these runs of a user. */
  async reportsOf(tx: Transaction, userId: string, executionIds: readonly number[]): Promise<StoredReport[]> {
    return tx.query<StoredReport[]>(
      `SELECT ${columns} FROM watch_reports w WHERE w.execution_id = ANY($2::bigint[]) AND w.user_id = $1`,
      [userId, executionIds],
    );
  }

  /** The newest watched runs of a query, oldest first; undefined when the user has no such query. */
  async timeline(tx: Transaction, userId: string, savedQueryId: number, max: number) {
    const [query] = await tx.query<unknown[]>('SELECT 1 FROM saved_queries WHERE id = $2 AND user_id = $1', [
      userId,
      savedQueryId,
    ]);
    if (!query) return undefined;
    const rows = await tx.query<TimelineRun[]>(
      `SELECT w.execution_id::float8 AS "executionId", coalesce(e.started_at, e.due_at) AS "executedAt",
         w.is_baseline AS "isBaseline", w.changed_services AS "changedServices", w.cells, w.claims
       FROM watch_reports w JOIN executions e ON e.id = w.execution_id
       WHERE w.saved_query_id = $2 AND w.user_id = $1 AND w.error IS NULL
       ORDER BY w.execution_id DESC LIMIT $3`,
      [userId, savedQueryId, max],
    );
    return rows.toReversed();
  }
}
