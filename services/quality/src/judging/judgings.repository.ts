import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import { cancelledCode } from './reasons.rules.js';
import type { Gap, PlannedAssessment, StoredPair } from './plan.rules.js';

export interface NewJudging {
  broadcastId: string;
  userId: string;
}

export interface CompleteBroadcast extends NewJudging {
  /** Why it is not judged, where that is known before its replies are read. */
  skipReason?: string | undefined;
}

export interface ClaimedJudging extends NewJudging {
  requestedBy: 'fact' | 'person';
  rubricVersion: string;
  tries: number;
  /** Until when it is planned here: another process, or another request of the user, has another. */
  lease: string;
  isLate: boolean;
}

// TypeORM answers an UPDATE with its rows and their count.
const changed = async <T>(tx: Transaction, sql: string, values: unknown[]): Promise<T[]> => {
  const [rows] = await tx.query<[T[], number]>(sql, values);
  return rows;
};

/** Broadcasts that wait to be judged, with the worker role. */
@Injectable()
export class JudgingsRepository {
  /** Inserts broadcasts that wait to be judged, or are not judged for a reason. Idempotent; returns those that wait and are new. */
  async insert(tx: Transaction, broadcasts: readonly CompleteBroadcast[], rubricVersion: string): Promise<string[]> {
    const rows = await tx.query<{ id: string; isWaiting: boolean }[]>(
      `INSERT INTO judgings (broadcast_id, user_id, state, reason, ended_at, asked_by, rubric_version)
       SELECT id, user_id, CASE WHEN reason IS NULL THEN 'waiting' ELSE 'skipped' END, reason,
         CASE WHEN reason IS NOT NULL THEN now() END, 'fact', $4
       FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS completed (id, user_id, reason)
       ORDER BY id ON CONFLICT DO NOTHING RETURNING broadcast_id AS id, reason IS NULL AS "isWaiting"`,
      [
        broadcasts.map(({ broadcastId }) => broadcastId),
        broadcasts.map(({ userId }) => userId),
        broadcasts.map(({ skipReason = null }) => skipReason),
        rubricVersion,
      ],
    );
    return rows.filter(({ isWaiting }) => isWaiting).map(({ id }) => id);
  }

  async claim(tx: Transaction, broadcastId: string, leaseMs: number): Promise<ClaimedJudging | undefined> {
    const [row] = await changed<ClaimedJudging>(
      tx,
      `UPDATE judgings SET lease_until = now() + $2 * interval '1 millisecond', tries = tries + 1
       WHERE broadcast_id = $1 AND state = 'waiting' AND not_before <= now()
         AND (lease_until IS NULL OR lease_until < now())
       RETURNING broadcast_id AS "broadcastId", user_id AS "userId", asked_by AS "requestedBy", tries,
         lease_until::text AS lease,
         rubric_version AS "rubricVersion",
         created_at < now() - interval '1 day' AND asked_by = 'fact' AS "isLate"`,
      [broadcastId, leaseMs],
    );
    return row;
  }

  /** Locks one until the transaction ends. False when it is not planned here any more: its user cancelled it, or its lease lapsed. */
  async lockClaimed(tx: Transaction, { broadcastId, lease }: ClaimedJudging): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `SELECT 1 FROM judgings WHERE broadcast_id = $1 AND state = 'waiting' AND lease_until = $2::timestamptz FOR UPDATE`,
      [broadcastId, lease],
    );
    return rows.length > 0;
  }

  async skip(tx: Transaction, broadcastId: string, reason: string, gaps: readonly Gap[] = []): Promise<void> {
    await tx.query(
      `UPDATE judgings SET state = 'skipped', reason = $2, gaps = $3, lease_until = NULL, ended_at = now()
       WHERE broadcast_id = $1 AND state = 'waiting'`,
      [broadcastId, reason, JSON.stringify(gaps)],
    );
  }

  /** Lets it wait again, until the pause is over. */
  async putBack(tx: Transaction, { broadcastId, lease }: ClaimedJudging, pauseMs: number): Promise<void> {
    await tx.query(
      `UPDATE judgings SET lease_until = NULL, not_before = now() + $2 * interval '1 millisecond'
       WHERE broadcast_id = $1 AND state = 'waiting' AND lease_until = $3::timestamptz`,
      [broadcastId, pauseMs, lease],
    );
  }

  /** Calls to judges made or planned for a user in 24 hours; a second count waits until this transaction ends. */
  async countCalls(tx: Transaction, userId: string): Promise<number> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`quality ${userId}`]);
    await tx.query(`DELETE FROM deleted_judge_calls WHERE user_id = $1 AND made_at < now() - interval '24 hours'`, [
      userId,
    ]);
    return this.callsMade(tx, userId);
  }

  /** The same without locking out another count: for what only says what would be. */
  async callsMade(tx: Transaction, userId: string): Promise<number> {
    const [row] = await tx.query<{ calls: number }[]>(
      `SELECT (
         -- Of one that was cancelled only what was asked before.
         SELECT coalesce(sum(CASE WHEN error_code = '${cancelledCode}' THEN calls
           ELSE greatest(calls, calls_before + coalesce(answers, 1)) END), 0) FROM assessments
         WHERE user_id = $1 AND NOT imported
           AND (created_at > now() - interval '24 hours' OR opened_at > now() - interval '24 hours')
       )::integer + (
         -- Those of backtests; the first part of a case is the candidate's.
         SELECT count(*) FROM backtest_calls WHERE user_id = $1 AND part > 0 AND begun_at > now() - interval '24 hours'
       )::integer + (
         SELECT coalesce(sum(calls), 0) FROM deleted_judge_calls
         WHERE user_id = $1 AND made_at > now() - interval '24 hours'
        )::integer + (
         SELECT coalesce(sum(judge_calls), 0) FROM suite_results
         WHERE user_id = $1 AND begun_at > now() - interval '24 hours'
       )::integer AS calls`,
      [userId],
    );
    return row?.calls ?? 0;
  }

  /** What was planned for a broadcast before, by the rubric of its judging. */
  stored(
    tx: Transaction,
    { broadcastId, rubricVersion }: Pick<ClaimedJudging, 'broadcastId' | 'rubricVersion'>,
  ): Promise<StoredPair[]> {
    return tx.query<StoredPair[]>(
      `SELECT assessor_service AS assessor, target_service AS target, status = 'failed' AS "isFailed"
       FROM assessments WHERE broadcast_id = $1 AND rubric_version = $2`,
      [broadcastId, rubricVersion],
    );
  }

  /** Asks those without a verdict again. What they were asked over a day ago counts towards no limit any more. */
  async reopen(
    tx: Transaction,
    { broadcastId, rubricVersion }: ClaimedJudging,
    planned: readonly PlannedAssessment[],
    repeats: number,
  ): Promise<void> {
    const made = `CASE WHEN coalesce(opened_at, created_at) > now() - interval '24 hours' THEN calls ELSE 0 END`;
    await tx.query(
      `UPDATE assessments SET status = 'pending', error = NULL, error_code = NULL, cuts = NULL, heard = NULL,
         attempts = 0, ended_at = NULL, not_before = now(), judge_model = p.judge_model, answers = $6,
         calls = ${made}, calls_before = ${made}, opened_at = now()
       FROM unnest($3::text[], $4::text[], $5::text[]) AS p (assessor, target, judge_model)
       WHERE broadcast_id = $1 AND rubric_version = $2 AND status = 'failed'
         AND assessor_service = p.assessor AND target_service = p.target`,
      [
        broadcastId,
        rubricVersion,
        planned.map(({ assessor }) => assessor),
        planned.map(({ target }) => target),
        planned.map(({ judgeModel }) => judgeModel),
        repeats > 1 ? repeats : null,
      ],
    );
  }

  /** Inserts the pairs that are to be judged. Idempotent. */
  async insertAssessments(
    tx: Transaction,
    { broadcastId, userId, rubricVersion }: ClaimedJudging,
    planned: readonly PlannedAssessment[],
    repeats: number,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO assessments (id, user_id, broadcast_id, conversation_id, message_id, target_service,
         assessor_service, judge_model, rubric_version, place, answers)
       SELECT p.id, $1, $2, p.conversation_id, p.message_id, p.target, p.assessor, p.judge_model, $3, p.place, $11
       FROM unnest($4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::smallint[])
         AS p (id, conversation_id, message_id, target, assessor, judge_model, place)
       ON CONFLICT DO NOTHING`,
      [
        userId,
        broadcastId,
        rubricVersion,
        planned.map(() => uuid()),
        planned.map(({ conversationId }) => conversationId),
        planned.map(({ messageId }) => messageId),
        planned.map(({ target }) => target),
        planned.map(({ assessor }) => assessor),
        planned.map(({ judgeModel }) => judgeModel),
        planned.map(({ place }) => place),
        repeats > 1 ? repeats : null,
      ],
    );
  }

  /** Begins the judging; done at once when every pair has its verdict. */
  async begin(tx: Transaction, broadcastId: string, rubricVersion: string, gaps: readonly Gap[]): Promise<void> {
    await tx.query(
      `UPDATE judgings j SET gaps = $3, rubric_version = $2, lease_until = NULL,
         state = CASE WHEN open.n = 0 THEN 'done' ELSE 'judging' END,
         ended_at = CASE WHEN open.n = 0 THEN now() END
       FROM (SELECT count(*) AS n FROM assessments WHERE broadcast_id = $1 AND status IN ('pending', 'running')) open
       WHERE j.broadcast_id = $1 AND j.state = 'waiting'`,
      [broadcastId, rubricVersion, JSON.stringify(gaps)],
    );
  }

  /** Those that wait and that no process is planning. */
  async owed(tx: Transaction, limit: number): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT broadcast_id AS id FROM judgings
       WHERE state = 'waiting' AND not_before <= now() AND (lease_until IS NULL OR lease_until < now())
       ORDER BY not_before LIMIT $1`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }
}
