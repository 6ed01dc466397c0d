import { Injectable } from '@nestjs/common';
import { Generation, toStored, Usage } from '@polylogue/proto';
import { outboxColumns, outboxValues, type OutboxRow, type Transaction } from '@polylogue/service-kit';
import type { ExecutionStatus, NewResult, StartedExecution } from './execution.entity.js';

/** A run that should have a wake-up, also after Redis lost it or a process died. */
export interface OwedRun {
  id: number;
  /** Milliseconds until it is due; negative when it is late. */
  waitMs: number;
}

/** How long a lease holds, and how long a run may take. */
export interface LeaseTimes {
  leaseMs: number;
  runMs: number;
}

// TypeORM answers an UPDATE with its rows and their count.
const changed = async <T>(tx: Transaction, sql: string, values: unknown[]): Promise<T[]> => {
  const [rows] = await tx.query<[T[], number]>(sql, values);
  return rows;
};

// Of an execution e of a query q: its time has come, and the query has not changed since it was claimed. One that began and was put
// back runs as it was: an edit while it was under way did not void it.
const isDue = `e.status = 'pending' AND e.due_at <= clock_timestamp()
           AND (e.trigger_type = 'manual' OR e.version = q.version OR e.fence > 0)`;

/** Runs and their leases, with the worker role. Every write of a run is conditional on its fence. */
@Injectable()
export class RunsRepository {
  /**
   * Takes the lease of those that are due, still wanted, and not held by a living process; and of up to `further`
   * others that are due now, so that many runs of one moment begin with its first wake-up.
   */
  async start(tx: Transaction, ids: readonly number[], owner: string, lease: LeaseTimes, further: number) {
    return changed<StartedExecution>(
      tx,
      // The named ones first and in order: only there does it wait for another replica, so no two wait for each other.
      // Runs that are held stay unlocked: heartbeats pass over what is locked.
      `WITH named AS (
         SELECT id FROM executions
         WHERE id = ANY($1::bigint[]) AND (status = 'pending' OR (status = 'running' AND lease_until < now()))
         ORDER BY id FOR NO KEY UPDATE),
       crowd AS (
         SELECT e.id FROM executions e JOIN saved_queries q ON q.id = e.saved_query_id
         WHERE ${isDue}
         ORDER BY e.due_at LIMIT $5 FOR NO KEY UPDATE OF e SKIP LOCKED)
       UPDATE executions e SET status = 'running', owner = $2, lease_until = now() + $3 * interval '1 millisecond',
         fence = e.fence + 1, runs = e.runs + 1, started_at = coalesce(e.started_at, clock_timestamp())
       FROM saved_queries q
       WHERE e.id IN (SELECT id FROM named UNION ALL SELECT id FROM crowd) AND q.id = e.saved_query_id AND (
         (${isDue}) OR (e.status = 'running' AND e.lease_until < now()))
       RETURNING e.id::float8 AS id, e.saved_query_id::float8 AS "savedQueryId", e.user_id AS "userId",
         e.trigger_type AS "triggerType", e.content, e.ai_services AS "aiServices", e.keeps_round AS "keepsRound", e.watch, e.api_key AS "apiKey",
         e.fence, e.runs, e.handovers, e.variables, e.sent_text AS "sentText", coalesce(e.slot_at, e.due_at) AS "dueAt", q.time_zone AS "timeZone",
         (extract(epoch FROM e.started_at - clock_timestamp()) * 1000 + $4)::float8 AS "remainingMs",
         (extract(epoch FROM e.started_at - coalesce(e.slot_at, e.due_at)) * 1000)::float8 AS "lateMs"`,
      [ids, owner, lease.leaseMs, lease.runMs, further],
    );
  }

  /** Milliseconds until each of these is due, of those that wait. */
  async waits(tx: Transaction, ids: readonly number[]): Promise<OwedRun[]> {
    return tx.query<OwedRun[]>(
      `SELECT id::float8 AS id, (extract(epoch FROM due_at - clock_timestamp()) * 1000)::float8 AS "waitMs"
       FROM executions WHERE id = ANY($1::bigint[]) AND status = 'pending' AND due_at > clock_timestamp()`,
      [ids],
    );
  }

  /** What the run sends. False when another process has it. */
  async keepText(tx: Transaction, { id, fence }: StartedExecution, text: string): Promise<boolean> {
    const rows = await changed(
      tx,
      `UPDATE executions SET sent_text = $3 WHERE id = $1 AND fence = $2 AND status = 'running' RETURNING id`,
      [id, fence, text],
    );
    return rows.length > 0;
  }

  async answered(tx: Transaction, id: number) {
    return tx.query<{ aiService: string; isSuccess: boolean; error: string | null }[]>(
      'SELECT ai_service AS "aiService", is_success AS "isSuccess", error FROM execution_results WHERE execution_id = $1',
      [id],
    );
  }

  /** Idempotent for each service. False when another process has the run. */
  async storeResult(tx: Transaction, run: StartedExecution, result: NewResult): Promise<boolean> {
    const [row] = await tx.query<{ isHeld: boolean }[]>(
      `WITH held AS (
         SELECT id FROM executions WHERE id = $1 AND fence = $2 AND status = 'running' FOR KEY SHARE),
       stored AS (
         INSERT INTO execution_results
           (execution_id, user_id, ai_service, is_success, response_time_ms, tokens, response, error, cost_micros,
            cost_source, usage, generation, media)
         SELECT id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14 FROM held ON CONFLICT DO NOTHING)
       SELECT EXISTS (SELECT FROM held) AS "isHeld"`,
      [
        run.id,
        run.fence,
        run.userId,
        result.aiService,
        result.isSuccess,
        Math.round(result.responseTimeMs),
        result.tokens,
        result.response,
        result.error,
        result.costMicros,
        result.costSource,
        toStored(Usage, result.usage),
        toStored(Generation, result.generation),
        result.media ? JSON.stringify(result.media) : null,
      ],
    );
    return row!.isHeld;
  }

  async finish(tx: Transaction, run: StartedExecution, status: ExecutionStatus, errorMessage: string | null) {
    const [row] = await changed<{ successful: number }>(
      tx,
      `UPDATE executions SET status = $3, error_message = $4, ended_at = now(), owner = NULL, lease_until = NULL
       WHERE id = $1 AND fence = $2 AND status = 'running'
       RETURNING (SELECT count(*)::int FROM execution_results WHERE execution_id = $1 AND is_success) AS successful`,
      [run.id, run.fence, status, errorMessage],
    );
    return row;
  }

  /** Lets a run wait again that has not called any service yet. */
  async putBack(tx: Transaction, { id, fence }: StartedExecution): Promise<void> {
    await tx.query(
      `UPDATE executions SET status = 'pending', owner = NULL, lease_until = NULL, started_at = NULL, runs = runs - 1
       WHERE id = $1 AND fence = $2 AND status = 'running'`,
      [id, fence],
    );
  }

  /**
   * Hands over a run whose lease this process could not keep: it did not crash, so this begin counts towards nothing.
   * Another process may have taken it over already, and then keeps its lease.
   */
  async handOver(tx: Transaction, { id, fence }: StartedExecution): Promise<void> {
    await tx.query(
      `UPDATE executions SET handovers = handovers + 1,
         lease_until = CASE WHEN fence = $2 THEN now() - interval '1 millisecond' ELSE lease_until END
       WHERE id = $1 AND fence >= $2 AND status = 'running'`,
      [id, fence],
    );
  }

  /** What should be in the queue: waiting and due soon, or held by a process that is gone. */
  async owed(tx: Transaction, aheadMs: number, limit: number): Promise<OwedRun[]> {
    return tx.query<OwedRun[]>(
      `SELECT id::float8 AS id, (extract(epoch FROM due_at - clock_timestamp()) * 1000)::float8 AS "waitMs"
       FROM executions
       WHERE (status = 'pending' AND due_at <= now() + $1 * interval '1 millisecond')
          OR (status = 'running' AND lease_until < now())
       ORDER BY due_at LIMIT $2`,
      [aheadMs, limit],
    );
  }

  async publish(tx: Transaction, rows: readonly OutboxRow[]): Promise<void> {
    if (rows.length === 0) return;
    const values = rows.map(outboxValues);
    const columns = [0, 1, 2, 3, 4].map((column) => values.map((row) => row[column]));
    await tx.query(
      `INSERT INTO outbox (${outboxColumns})
       SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::jsonb[], $5::jsonb[])`,
      columns,
    );
  }
}
