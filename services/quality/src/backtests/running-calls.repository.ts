import { Injectable } from '@nestjs/common';
import { BacktestBudget, BacktestCandidate, fromStored } from '@polylogue/proto';
import { Database, ProcessIdentity, type ClaimedRun, type Transaction } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import { ClaimedRows, type Spent } from '../single-runs/claimed-rows.js';
import type { CallEnd, CaseRow, ComparisonRow, Part, PauseReason } from './backtest.entity.js';
import { endOfCase, failedCase, type CaseEnd } from './case.rules.js';
import { maxFailuresInARow, type NextCall, type OpenCase } from './next-call.rules.js';

/** A backtest while its next call is chosen. */
export interface LockedBacktest {
  id: string;
  userId: string;
  budget: BacktestBudget;
}

/** Where a call belongs. */
export interface CallPlace {
  id: string;
  userId: string;
  backtestId: string;
  number: number;
  part: Part;
}

/** What a call is made of. */
export interface CallSubject extends Pick<CaseRow, 'broadcastId' | 'messageId' | 'judge'> {
  candidate: BacktestCandidate;
  /** What the candidate replied; null before that, and where it was deleted. */
  answer: string | null;
}

const maxOpen = 10;

/** Calls of backtests with the worker role: how they are begun, and how they end. */
@Injectable()
export class RunningCallsRepository {
  readonly #rows: ClaimedRows;

  constructor(
    private readonly database: Database,
    identity: ProcessIdentity,
  ) {
    const of = { table: 'backtest_calls', parent: 'backtest_id', calls: 'count(*)', usd: 'cost_usd' } as const;
    this.#rows = new ClaimedRows(of, identity);
  }

  /** Backtests that go on. */
  running(): Promise<{ id: string; userId: string }[]> {
    return this.database.worker.query(
      `SELECT id, user_id AS "userId" FROM backtests WHERE status = 'running' ORDER BY created_at`,
    );
  }

  /** Undefined when it does not go on, or another process is choosing. */
  async lock(tx: Transaction, id: string): Promise<LockedBacktest | undefined> {
    const [row] = await tx.query<{ id: string; userId: string; budget: unknown }[]>(
      `SELECT id, user_id AS "userId", budget FROM backtests WHERE id = $1 AND status = 'running'
       FOR NO KEY UPDATE SKIP LOCKED`,
      [id],
    );
    return row && { ...row, budget: fromStored(BacktestBudget, row.budget)! };
  }

  spent(tx: Transaction, id: string): Promise<Spent> {
    return this.#rows.spent(tx, id);
  }

  /** Whether the last calls that ended since it was begun or resumed have all failed. */
  async keepFailing(tx: Transaction, id: string): Promise<boolean> {
    const [row] = await tx.query<{ failed: number }[]>(
      `SELECT count(*) FILTER (WHERE status IN ('failed', 'interrupted'))::integer AS failed FROM (
         SELECT k.status FROM backtest_calls k JOIN backtests b ON b.id = k.backtest_id
         WHERE k.backtest_id = $1 AND k.ended_at > coalesce(b.resumed_at, b.created_at)
         ORDER BY k.ended_at DESC LIMIT ${maxFailuresInARow}
       ) AS newest`,
      [id],
    );
    return row!.failed >= maxFailuresInARow;
  }

  /** The first cases without an end: more than can be under way at a time. */
  open(tx: Transaction, id: string): Promise<OpenCase[]> {
    return tx.query<OpenCase[]>(
      `SELECT c.number, c.candidate_micros::float8 AS "candidateMicros", c.judge_micros::float8 AS "judgeMicros",
         coalesce(begun.calls, '[]') AS calls
       FROM backtest_cases c LEFT JOIN LATERAL (
         SELECT json_agg(json_build_object('part', part, 'status', status)) AS calls
         FROM backtest_calls WHERE backtest_id = c.backtest_id AND number = c.number
       ) begun ON true
       WHERE c.backtest_id = $1 AND c.outcome = 'pending' ORDER BY c.number LIMIT ${maxOpen}`,
      [id],
    );
  }

  /** A row that stands before its call is made. */
  async begin(tx: Transaction, { id, userId }: LockedBacktest, next: NextCall, leaseMs: number): Promise<CallPlace> {
    const place = { id: uuid(), userId, backtestId: id, number: next.number, part: next.part };
    const { number, part, micros = null } = next;
    const values = { id: place.id, backtest_id: id, number, user_id: userId, part, expected_micros: micros };
    await this.#rows.begin(tx, values, leaseMs);
    return place;
  }

  async pause(tx: Transaction, id: string, reason: PauseReason): Promise<void> {
    await tx.query(`UPDATE backtests SET status = 'paused', pause_reason = $2 WHERE id = $1 AND status = 'running'`, [
      id,
      reason,
    ]);
  }

  async complete(tx: Transaction, id: string): Promise<void> {
    await tx.query(`UPDATE backtests SET status = 'completed', ended_at = now() WHERE id = $1 AND status = 'running'`, [
      id,
    ]);
  }

  /** Undefined when the backtest was deleted meanwhile. */
  async subject({ backtestId, number }: CallPlace): Promise<CallSubject | undefined> {
    const [row] = await this.database.worker.query<(Omit<CallSubject, 'candidate'> & { candidate: unknown })[]>(
      `SELECT c.broadcast_id AS "broadcastId", c.message_id AS "messageId", c.judge, b.candidate, a.answer
       FROM backtest_cases c JOIN backtests b ON b.id = c.backtest_id
       LEFT JOIN backtest_calls a ON a.backtest_id = c.backtest_id AND a.number = c.number AND a.part = 0
       WHERE c.backtest_id = $1 AND c.number = $2`,
      [backtestId, number],
    );
    return row && { ...row, candidate: fromStored(BacktestCandidate, row.candidate)! };
  }

  /** Ends a call, and its case where nothing is missing any more. Under the fence. */
  async end(run: ClaimedRun, end: CallEnd): Promise<void> {
    await this.database.asWorker(async (tx) => {
      const place = await this.#lockCase(tx, run.id);
      if (!place) return;
      // While the call was under way its conversation was deleted: what was removed then does not come back.
      const kept = place.isForgotten ? { ...end, answer: undefined, reason: undefined } : end;
      if (await this.#rows.end(tx, run, valuesOf(kept))) await this.#endCase(tx, place);
    });
  }

  /** Takes a row back whose call was not made; with a sentence its case ends without a verdict. */
  async takeBack(run: ClaimedRun, error?: string): Promise<void> {
    await this.database.asWorker(async (tx) => {
      const place = await this.#takeBack(tx, run);
      if (place && error !== undefined) await this.#store(tx, place, failedCase(error));
    });
  }

  /** The same where the round was deleted: that may have been before its case was stored, and removed no question then. */
  async takeBackGone(run: ClaimedRun, error: string): Promise<void> {
    await this.database.asWorker(async (tx) => {
      const place = await this.#takeBack(tx, run);
      if (!place) return;
      await this.#store(tx, place, failedCase(error));
      const { backtestId, number } = place;
      await tx.query('UPDATE backtest_cases SET question = NULL WHERE backtest_id = $1 AND number = $2', [
        backtestId,
        number,
      ]);
    });
  }

  /** Undefined when it has an end, or is another process'. */
  async #takeBack(tx: Transaction, run: ClaimedRun): Promise<CasePlace | undefined> {
    const place = await this.#lockCase(tx, run.id);
    return place && (await this.#rows.takeBack(tx, run)) ? place : undefined;
  }

  // One call of a case ends at a time, so that the last one sees the others; and none beside the removal of its texts.
  async #lockCase(tx: Transaction, callId: string): Promise<CasePlace | undefined> {
    const [row] = await tx.query<CasePlace[]>(
      `SELECT c.backtest_id AS "backtestId", c.number, c.question IS NULL AS "isForgotten" FROM backtest_cases c
       JOIN backtest_calls k ON k.backtest_id = c.backtest_id AND k.number = c.number
       WHERE k.id = $1 FOR UPDATE OF c`,
      [callId],
    );
    return row;
  }

  async #endCase(tx: Transaction, place: CasePlace): Promise<void> {
    const calls = await tx.query<ComparisonRow[]>(
      'SELECT part, status, better, margin, error FROM backtest_calls WHERE backtest_id = $1 AND number = $2',
      [place.backtestId, place.number],
    );
    const end = endOfCase(calls);
    if (end) await this.#store(tx, place, end);
  }

  async #store(tx: Transaction, { backtestId, number }: CasePlace, end: CaseEnd): Promise<void> {
    await tx.query(
      `UPDATE backtest_cases SET outcome = $3, is_inconsistent = $4, margin = $5, error = $6
       WHERE backtest_id = $1 AND number = $2 AND outcome = 'pending'`,
      [backtestId, number, end.outcome, end.isInconsistent, end.margin, end.error ?? null],
    );
  }
}

interface CasePlace extends Pick<CallPlace, 'backtestId' | 'number'> {
  /** Its texts were removed with their conversation. */
  isForgotten: boolean;
}

// Postgres cannot store NUL, and no text has a use for it.
const text = (value: string | undefined) => value?.replaceAll('\0', '\uFFFD') ?? null;

const valuesOf = (end: CallEnd) => ({
  status: end.status,
  answer: text(end.answer),
  better: end.better ?? null,
  margin: end.margin ?? null,
  reason: text(end.reason),
  error: text(end.error),
  error_code: end.errorCode ?? null,
  cost_usd: end.costUsd ?? null,
  response_time_ms: end.responseTimeMs ?? null,
});
