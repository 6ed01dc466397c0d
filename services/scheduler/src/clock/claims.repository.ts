import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { watchSql } from '../watch/watch-sql.js';
import { queryColumns } from '../saved-queries/saved-queries.repository.js';
import type { SavedQueryEntity } from '../saved-queries/saved-query.entity.js';

/** A query whose slot has come, and the time of Postgres: clocks of processes differ. */
export type DueQuery = SavedQueryEntity & { nextRunAt: Date; now: Date };

export interface SlotOf {
  id: number;
  slot: Date;
}

export interface FailedSlot extends SlotOf {
  reason: string;
  /** How many slots it stands for. */
  missed: number;
  /** Whether it passed because a run was still active. */
  isOverlap: boolean;
}

/** The execution that stands for slots without a run. */
export interface SkippedExecution {
  id: number;
  savedQueryId: number;
  userId: string;
  total: number;
  missed: number;
  /** The run that was still active. */
  activeId: number | null;
  /** Of those that passed while that run was active. */
  isFirst: boolean;
}

export interface ClaimedRun {
  id: number;
  savedQueryId: number;
  waitMs: number;
}

/** Later than a restart takes, and than a busy machine is. */
const isLate = (slot: string) => `${slot} < now() - interval '1 minute'`;

/** A slot ahead of time is claimed only while no run of its query is active: that run may end before the slot. */
const isDecidable = `(q.next_run_at <= now() OR NOT EXISTS (
  SELECT 1 FROM executions e WHERE e.saved_query_id = q.id AND e.status IN ('pending', 'running')))`;

/** How replicas share the slots that have come; with the worker role, as it concerns all users. */
@Injectable()
export class ClaimsRepository {
  /** Queries due by `aheadMs` from now; those that another replica is claiming are skipped. */
  async findDue(tx: Transaction, aheadMs: number, limit: number): Promise<DueQuery[]> {
    return tx.query<DueQuery[]>(
      `SELECT ${queryColumns}, now() AS now FROM saved_queries q
       WHERE q.next_run_at <= now() + $1 * interval '1 millisecond' AND ${isDecidable}
       ORDER BY q.next_run_at LIMIT $2 FOR NO KEY UPDATE OF q SKIP LOCKED`,
      [aheadMs, limit],
    );
  }

  /** Locks those of these queries that are still as they were found: neither edited nor claimed by another replica. */
  async lock(tx: Transaction, queries: readonly DueQuery[]): Promise<{ id: number }[]> {
    return tx.query<{ id: number }[]>(
      `SELECT q.id::float8 AS id
       FROM unnest($1::bigint[], $2::int[], $3::timestamptz[]) AS d (id, version, slot)
       JOIN saved_queries q ON q.id = d.id AND q.version = d.version
         AND date_trunc('milliseconds', q.next_run_at) = d.slot
       WHERE ${isDecidable}
       FOR NO KEY UPDATE OF q SKIP LOCKED`,
      [queries.map(({ id }) => id), queries.map(({ version }) => version), queries.map(({ nextRunAt }) => nextRunAt)],
    );
  }

  /**
   * The runs of these slots; a query of which one is still open gets none. Those that are late, as after an outage, begin one
   * after the other, so many in a second: all at once they would hold up users, and be more than providers take.
   */
  async insertRuns(tx: Transaction, slots: readonly SlotOf[], latePerSecond: number): Promise<ClaimedRun[]> {
    if (slots.length === 0) return [];
    return tx.query<ClaimedRun[]>(
      `WITH last AS (
         SELECT coalesce(max(due_at), now()) AS late_at FROM executions
         WHERE status = 'pending' AND due_at > now() AND ${isLate('slot_at')}),
       due AS (
         SELECT id, slot, CASE WHEN ${isLate('slot')}
           THEN late_at + row_number() OVER (ORDER BY slot, id) * interval '1 second' / $3
           ELSE slot END AS due_at
         FROM unnest($1::bigint[], $2::timestamptz[]) AS d (id, slot), last)
       INSERT INTO executions
         (saved_query_id, user_id, trigger_type, status, slot_at, due_at, version, content, ai_services, variables, watch,
          keeps_round, is_judged)
       SELECT q.id, q.user_id, 'scheduled', 'pending', d.slot, d.due_at, q.version, q.content, q.ai_services,
         coalesce(q.variables, '[]'), ${watchSql('q')}, q.keeps_rounds, q.is_judged
       FROM due d JOIN saved_queries q ON q.id = d.id
       ON CONFLICT DO NOTHING
       RETURNING id::float8 AS id, saved_query_id::float8 AS "savedQueryId",
         (extract(epoch FROM due_at - now()) * 1000)::float8 AS "waitMs"`,
      [slots.map(({ id }) => id), slots.map(({ slot }) => slot), latePerSecond],
    );
  }

  /** Slots that pass without a run, each with its reason. */
  async insertFailed(tx: Transaction, slots: readonly FailedSlot[]): Promise<SkippedExecution[]> {
    if (slots.length === 0) return [];
    return tx.query<SkippedExecution[]>(
      `WITH given AS (
         SELECT * FROM unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::int[], $5::boolean[])
           AS d (id, slot, reason, missed, is_overlap)),
       inserted AS (
         INSERT INTO executions (saved_query_id, user_id, trigger_type, status, slot_at, due_at, version, content,
           ai_services, ended_at, error_message)
         SELECT q.id, q.user_id, 'scheduled', 'failed', d.slot, d.slot, q.version, q.content, q.ai_services, now(),
           d.reason
         FROM given d JOIN saved_queries q ON q.id = d.id
         ON CONFLICT DO NOTHING
         RETURNING id, saved_query_id, user_id, slot_at, cardinality(ai_services) AS total)
       SELECT i.id::float8 AS id, i.saved_query_id::float8 AS "savedQueryId", i.user_id AS "userId", i.total, d.missed,
         active.id::float8 AS "activeId", NOT EXISTS (
           SELECT FROM executions e WHERE e.saved_query_id = i.saved_query_id AND e.id > active.id
             AND e.status = 'failed' AND e.error_message = d.reason) AS "isFirst"
       FROM inserted i JOIN given d ON d.id = i.saved_query_id AND d.slot = i.slot_at
       LEFT JOIN executions active ON d.is_overlap AND active.saved_query_id = i.saved_query_id
         AND active.status IN ('pending', 'running')
       ORDER BY i.id`,
      [
        slots.map(({ id }) => id),
        slots.map(({ slot }) => slot),
        slots.map(({ reason }) => reason),
        slots.map(({ missed }) => missed),
        slots.map(({ isOverlap }) => isOverlap),
      ],
    );
  }

  async moveOn(tx: Transaction, moves: readonly { id: number; next: Date | null }[]): Promise<void> {
    if (moves.length === 0) return;
    await tx.query(
      `UPDATE saved_queries q SET next_run_at = d.next
       FROM unnest($1::bigint[], $2::timestamptz[]) AS d (id, next) WHERE q.id = d.id`,
      [moves.map(({ id }) => id), moves.map(({ next }) => next)],
    );
  }
}
