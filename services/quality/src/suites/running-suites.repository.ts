import { Injectable } from '@nestjs/common';
import {
  BacktestBudget,
  BacktestCandidate,
  ChatMessage,
  fromStored,
  SuiteAssertion,
  SuiteCheck,
  toStored,
} from '@polylogue/proto';
import { Database, ProcessIdentity, type ClaimedRun, type Transaction } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import { ClaimedRows, type Spent } from '../single-runs/claimed-rows.js';
import type { CaseTries, NextTry } from './next-try.rules.js';
import { listOf, storedList, storedText } from './stored-lists.js';
import type { TrySubject } from './suite-caller.service.js';
import type { RunStatus, StopReason, TryEnd } from './suite.entity.js';

/** A run while its next try is chosen. */
export interface LockedRun {
  id: string;
  suiteId: string;
  /** Of the assertions it checks by. */
  version: number;
  userId: string;
  candidate: BacktestCandidate;
  budget: BacktestBudget;
  isScheduled: boolean;
}

/** Where a try belongs. */
export interface TryPlace {
  id: string;
  userId: string;
  runId: string;
  number: number;
}

/** Runs before that say whether a case is steady. */
const runsBefore = 3;

/** Runs of suites with the worker role: how tries are begun, and how they end. */
@Injectable()
export class RunningSuitesRepository {
  readonly #rows: ClaimedRows;

  constructor(
    private readonly database: Database,
    identity: ProcessIdentity,
  ) {
    const calls = 'coalesce(sum(1 + judge_calls), 0)';
    this.#rows = new ClaimedRows({ table: 'suite_results', parent: 'run_id', calls, usd: 'spent_usd' }, identity);
  }

  /** Runs that go on. */
  running(): Promise<{ id: string; userId: string }[]> {
    return this.database.worker.query(
      `SELECT id, user_id AS "userId" FROM suite_runs WHERE status = 'running' ORDER BY created_at`,
    );
  }

  /** Undefined when it does not go on, or another process is choosing. */
  async lock(tx: Transaction, id: string): Promise<LockedRun | undefined> {
    const [row] = await tx.query<(LockedRun & { candidate: unknown; budget: unknown })[]>(
      `SELECT id, suite_id AS "suiteId", version, user_id AS "userId", candidate, budget, slot_at IS NOT NULL AS "isScheduled"
       FROM suite_runs WHERE id = $1 AND status = 'running' FOR NO KEY UPDATE SKIP LOCKED`,
      [id],
    );
    return (
      row && {
        ...row,
        candidate: fromStored(BacktestCandidate, row.candidate)!,
        budget: fromStored(BacktestBudget, row.budget)!,
      }
    );
  }

  spent(tx: Transaction, runId: string): Promise<Spent> {
    return this.#rows.spent(tx, runId);
  }

  /** All cases with what was begun for them. */
  async cases(tx: Transaction, { id, suiteId, version, candidate }: LockedRun): Promise<CaseTries[]> {
    return tx.query<CaseTries[]>(
      `WITH earlier AS (
         SELECT id FROM suite_runs WHERE suite_id = $2 AND id <> $1 AND status = 'completed' AND candidate = $3::jsonb
           AND version = $4
         ORDER BY created_at DESC LIMIT ${runsBefore}
       ), steady AS (
         SELECT r.number FROM suite_results r JOIN earlier ON earlier.id = r.run_id
         WHERE r.attempt = 1 AND r.passed IS NOT NULL GROUP BY r.number HAVING bool_and(r.passed)
       )
       SELECT c.number, coalesce(made.tries, '[]') AS tries, steady.number IS NOT NULL AS "isSteady",
         (run.expected_micros -> (c.number - 1))::text::float8 AS micros,
         jsonb_array_length(jsonb_path_query_array(s.assertions || c.assertions, '$[*] ? (@.kind == "judged")'))
           AS "judgeCalls"
       FROM suite_cases c JOIN suites s ON s.id = c.suite_id JOIN suite_runs run ON run.id = $1
       LEFT JOIN steady ON steady.number = c.number
       LEFT JOIN LATERAL (
         SELECT json_agg(json_build_object('attempt', attempt, 'status', status, 'passed', passed) ORDER BY attempt) AS tries
         FROM suite_results WHERE run_id = $1 AND number = c.number
       ) made ON true
       WHERE c.suite_id = $2 ORDER BY c.number`,
      [id, suiteId, toStored(BacktestCandidate, candidate), version],
    );
  }

  /** A row that stands before anything is called. */
  async begin(tx: Transaction, { id, userId }: LockedRun, next: NextTry, leaseMs: number): Promise<TryPlace> {
    const place = { id: uuid(), userId, runId: id, number: next.number };
    const values = {
      id: place.id,
      run_id: id,
      number: next.number,
      attempt: next.attempt,
      user_id: userId,
      judge_calls: next.judgeCalls,
      expected_micros: next.micros === undefined ? null : Math.round(next.micros),
    };
    await this.#rows.begin(tx, values, leaseMs);
    return place;
  }

  /** False when it had ended. */
  async endRun(
    tx: Transaction,
    id: string,
    end: { status: Exclude<RunStatus, 'running'>; reason?: StopReason; worse: readonly number[] },
  ): Promise<boolean> {
    const [, changed] = await tx.query<[unknown[], number]>(
      `UPDATE suite_runs SET status = $2, stop_reason = $3, worse = $4, ended_at = now()
       WHERE id = $1 AND status = 'running'`,
      [id, end.status, end.reason ?? null, [...end.worse]],
    );
    return changed > 0;
  }

  /** Whether the run before this one stopped for the same reason, so that its owner has been told. */
  async isSaid(tx: Transaction, suiteId: string, reason: StopReason, runId?: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `SELECT 1 FROM (
         SELECT stop_reason FROM suite_runs WHERE suite_id = $1 AND ($3::uuid IS NULL OR id <> $3)
         ORDER BY created_at DESC, id DESC LIMIT 1
       ) newest WHERE stop_reason = $2`,
      [suiteId, reason, runId ?? null],
    );
    return rows.length > 0;
  }

  /** Undefined when the suite was deleted meanwhile. */
  async subject({ runId, number }: TryPlace): Promise<TrySubject | undefined> {
    const [row] = await this.database.worker.query<
      (TrySubject & Record<'candidate' | 'messages' | 'assertions', unknown>)[]
    >(
      `SELECT r.candidate, r.judge, s.assertions || c.assertions AS assertions, c.message_id AS "messageId",
         c.conversation_id AS "conversationId", c.broadcast_id AS "broadcastId", c.messages
       FROM suite_runs r JOIN suites s ON s.id = r.suite_id JOIN suite_cases c ON c.suite_id = s.id AND c.number = $2
       WHERE r.id = $1`,
      [runId, number],
    );
    return (
      row && {
        ...row,
        candidate: fromStored(BacktestCandidate, row.candidate)!,
        assertions: listOf(SuiteAssertion, row.assertions),
        messages: listOf(ChatMessage, row.messages),
      }
    );
  }

  /** Ends a try under the fence. */
  async end(run: ClaimedRun, end: TryEnd): Promise<void> {
    await this.database.asWorker(async (tx) => {
      const [place] = await tx.query<{ isForgotten: boolean }[]>(
        `SELECT c.question IS NULL AS "isForgotten" FROM ${caseOfTry} FOR SHARE OF c`,
        [run.id],
      );
      // While it was under way its conversation was deleted: what was removed then does not come back.
      await this.#rows.end(tx, run, valuesOf(place?.isForgotten ? withoutTexts(end) : end));
    });
  }

  /** The same where the round was deleted: that may have been before its case was stored, and removed no question then. */
  async endGone(run: ClaimedRun, end: TryEnd): Promise<void> {
    await this.database.asWorker(async (tx) => {
      const gone = `SELECT c.suite_id, c.number FROM ${caseOfTry}`;
      await tx.query(`UPDATE suite_cases SET question = NULL WHERE (suite_id, number) IN (${gone})`, [run.id]);
      await this.#rows.end(tx, run, valuesOf(end));
    });
  }

  /** Takes a row back whose call was not made. */
  async takeBack(run: ClaimedRun): Promise<void> {
    await this.database.asWorker((tx) => this.#rows.takeBack(tx, run));
  }

  /** Removes what quotes these conversations. Figures and verdicts stay. */
  async forgetTexts(tx: Transaction, userId: string, conversationIds: readonly string[]): Promise<void> {
    await tx.query(
      `WITH gone AS (
         UPDATE suite_cases SET question = NULL WHERE user_id = $1 AND conversation_id = ANY($2::uuid[])
         RETURNING suite_id, number
       ) UPDATE suite_results t SET answer = NULL,
           checks = (SELECT coalesce(jsonb_agg(each - 'reason' ORDER BY nr), '[]')
             FROM jsonb_array_elements(t.checks) WITH ORDINALITY AS list (each, nr))
         FROM gone JOIN suite_runs r ON r.suite_id = gone.suite_id
         WHERE t.run_id = r.id AND t.number = gone.number`,
      [userId, conversationIds],
    );
  }
}

const caseOfTry = `suite_cases c JOIN suite_runs r ON r.suite_id = c.suite_id
  JOIN suite_results t ON t.run_id = r.id AND t.number = c.number WHERE t.id = $1`;

const withoutTexts = (end: TryEnd): TryEnd => ({
  ...end,
  answer: undefined,
  checks: (end.checks ?? []).map((check) => ({ ...check, reason: undefined })),
});

const valuesOf = (end: TryEnd) => ({
  status: end.status,
  answer: storedText(end.answer),
  checks: storedList(SuiteCheck, end.checks ?? []),
  passed: end.passed ?? null,
  error: storedText(end.error),
  error_code: end.errorCode ?? null,
  cost_usd: end.costUsd ?? null,
  spent_usd: end.spentUsd ?? null,
  response_time_ms: end.responseTimeMs ?? null,
  // Otherwise as many as were expected.
  ...(end.judgeCalls !== undefined && { judge_calls: end.judgeCalls }),
});
