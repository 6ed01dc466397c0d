import { Injectable } from '@nestjs/common';
import { BacktestBudget, BacktestCandidate, fromStored, SuiteCheck, toStored } from '@polylogue/proto';
import type { Transaction } from '@polylogue/service-kit';
import { keepDeletedCalls } from '../judging/deleted-judge-calls.js';
import { listOf } from './stored-lists.js';
import type { ResultRow, RunRow, TryRow } from './suite.entity.js';
import { suiteLimits } from './suite-request.rules.js';

/** A run on its way into the store. */
export interface NewRun {
  id: string;
  suiteId: string;
  /** Of the assertions for which it was planned. */
  version: number;
  candidate: BacktestCandidate;
  budget: BacktestBudget;
  judge: string | undefined;
  expectedMicros: readonly (number | null)[];
  slotAt?: Date;
}

/** Which runs: all of one suite, one of them, or the newest of each suite. */
export interface RunsWanted {
  suiteId?: string;
  runId?: string;
  beforeId?: string | undefined;
  isNewest?: boolean;
  limit: number;
}

/** Runs of suites and their results, for their user. */
@Injectable()
export class SuiteRunsRepository {
  /** False when one goes on, its slot has one, or the suite has another version by now. The oldest go beyond the limit. */
  async insert(tx: Transaction, userId: string, run: NewRun): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      // The version is held until the run stands: it is not changed while one goes on.
      `WITH suite AS (SELECT version FROM suites WHERE id = $2 AND user_id = $3 FOR SHARE)
       INSERT INTO suite_runs (id, suite_id, user_id, candidate, budget, judge, expected_micros, slot_at, version)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, version FROM suite WHERE version = $9 ON CONFLICT DO NOTHING RETURNING 1`,
      [
        run.id,
        run.suiteId,
        userId,
        toStored(BacktestCandidate, run.candidate),
        toStored(BacktestBudget, run.budget),
        run.judge ?? null,
        JSON.stringify(run.expectedMicros),
        run.slotAt ?? null,
        run.version,
      ],
    );
    if (rows.length === 0) return false;
    await this.#removeOldest(tx, userId, run.suiteId);
    return true;
  }

  async #removeOldest(tx: Transaction, userId: string, suiteId: string): Promise<void> {
    const oldest = await tx.query<{ id: string }[]>(
      `SELECT id FROM suite_runs WHERE suite_id = $1 AND user_id = $2 AND status <> 'running'
       ORDER BY created_at DESC, id DESC OFFSET $3`,
      [suiteId, userId, suiteLimits.runs - 1],
    );
    if (oldest.length === 0) return;
    const values = [userId, oldest.map(({ id }) => id)];
    await tx.query(
      `WITH gone AS (
         SELECT user_id, begun_at AS made_at, judge_calls AS calls FROM suite_results
         WHERE user_id = $1 AND run_id = ANY($2::uuid[])
       ) ${keepDeletedCalls}`,
      values,
    );
    await tx.query('DELETE FROM suite_runs WHERE user_id = $1 AND id = ANY($2::uuid[])', values);
  }

  async running(tx: Transaction, userId: string, suiteId: string): Promise<string | undefined> {
    const [row] = await tx.query<{ id: string }[]>(
      `SELECT id FROM suite_runs WHERE user_id = $1 AND suite_id = $2 AND status = 'running'`,
      [userId, suiteId],
    );
    return row?.id;
  }

  /** Newest first. */
  async list(tx: Transaction, userId: string, wanted: RunsWanted): Promise<RunRow[]> {
    const rows = await tx.query<(RunRow & { candidate: unknown })[]>(
      `SELECT r.id, r.suite_id AS "suiteId", r.version, r.candidate, r.judge, r.slot_at AS "slotAt", r.status,
         r.stop_reason AS "stopReason", r.worse, r.created_at AS "createdAt", r.ended_at AS "endedAt", figures.*
       FROM suite_runs r CROSS JOIN LATERAL (
         SELECT (SELECT count(*)::integer FROM suite_cases c WHERE c.suite_id = r.suite_id) AS cases,
           count(*) FILTER (WHERE passed)::integer AS passed,
           count(*) FILTER (WHERE NOT passed)::integer AS failed,
           count(*) FILTER (WHERE passed IS NULL AND NOT is_open)::integer AS undecided,
           count(*) FILTER (WHERE passed AND NOT at_first)::integer AS unsteady,
           coalesce(sum(calls), 0)::integer AS calls, coalesce(sum(usd), 0)::float8 AS usd,
           coalesce(sum(unknown), 0)::integer AS unknown
         FROM (
           SELECT number, bool_or(passed) AS passed, bool_or(status = 'pending') AS is_open,
             bool_or(passed AND attempt = 1) AS at_first, sum(1 + judge_calls) AS calls,
             sum(coalesce(spent_usd, cost_usd)) AS usd,
             count(*) FILTER (WHERE status <> 'pending' AND spent_usd IS NULL) AS unknown
           FROM suite_results WHERE run_id = r.id AND user_id = $1 GROUP BY number
         ) by_case
       ) figures
       WHERE r.user_id = $1 AND ($2::uuid IS NULL OR r.suite_id = $2) AND ($3::uuid IS NULL OR r.id = $3)
         AND ($4::uuid IS NULL OR r.id < $4)
         AND (NOT $5 OR r.id = (SELECT id FROM suite_runs n WHERE n.suite_id = r.suite_id ORDER BY id DESC LIMIT 1))
       ORDER BY r.id DESC LIMIT $6`,
      [
        userId,
        wanted.suiteId ?? null,
        wanted.runId ?? null,
        wanted.beforeId ?? null,
        wanted.isNewest ?? false,
        wanted.limit,
      ],
    );
    return rows.map((row) => ({ ...row, candidate: fromStored(BacktestCandidate, row.candidate)! }));
  }

  /** Of all cases after one of them, also those that nothing was begun for. */
  async results(
    tx: Transaction,
    userId: string,
    run: Pick<RunRow, 'id' | 'suiteId'>,
    page: { after: number; limit: number },
  ): Promise<ResultRow[]> {
    const rows = await tx.query<(Omit<ResultRow, 'tries'> & { tries: (TryRow & { checks: unknown })[] })[]>(
      `SELECT c.number, c.question, c.conversation_id AS "conversationId", coalesce(made.tries, '[]') AS tries
       FROM suite_cases c LEFT JOIN LATERAL (
         SELECT json_agg(json_build_object('attempt', attempt, 'status', status, 'passed', passed, 'checks', checks,
           'answer', answer, 'costUsd', cost_usd, 'responseTimeMs', response_time_ms, 'error', error)
           ORDER BY attempt) AS tries
         FROM suite_results WHERE run_id = $3 AND user_id = $1 AND number = c.number
       ) made ON true
       WHERE c.user_id = $1 AND c.suite_id = $2 AND c.number > $4 ORDER BY c.number LIMIT $5`,
      [userId, run.suiteId, run.id, page.after, page.limit],
    );
    return rows.map((row) => ({
      ...row,
      tries: row.tries.map((each) => ({ ...each, checks: listOf(SuiteCheck, each.checks) })),
    }));
  }

  /** The tries that were under way; of one run, or of all runs of a suite. Its row is locked, so that none is begun beside. */
  async cancel(tx: Transaction, userId: string, { runId, suiteId }: { runId?: string; suiteId?: string }) {
    const runs = await tx.query<[{ id: string }[], number]>(
      `UPDATE suite_runs SET status = 'cancelled', ended_at = now()
       WHERE user_id = $1 AND (id = $2 OR suite_id = $3) AND status = 'running' RETURNING id`,
      [userId, runId ?? null, suiteId ?? null],
    );
    const tries = await tx.query<{ id: string }[]>(
      `WITH requested AS (
         UPDATE suite_results SET cancel_requested = true
         WHERE user_id = $1 AND run_id = ANY($2::uuid[]) AND status = 'pending' RETURNING id
       ) SELECT id FROM requested`,
      [userId, runs[0].map(({ id }) => id)],
    );
    return tries.map(({ id }) => id);
  }
}
