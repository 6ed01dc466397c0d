import { Injectable } from '@nestjs/common';
import { BacktestBudget, BacktestCandidate, BacktestGap, BacktestSample, fromStored, toStored } from '@polylogue/proto';
import type { Transaction } from '@polylogue/service-kit';
import { keepDeletedCalls } from '../judging/deleted-judge-calls.js';
import type { BacktestRow, NewCase, PauseReason } from './backtest.entity.js';

/** A backtest on its way into the store. */
export interface NewBacktest {
  id: string;
  name: string | undefined;
  candidate: BacktestCandidate;
  sample: BacktestSample;
  budget: BacktestBudget;
  leftOut: readonly BacktestGap[];
  judge: string | undefined;
  cases: readonly NewCase[];
  idempotencyKey: string | undefined;
  bodyHash: string | undefined;
  peopleCompare: boolean;
}

type StoredRow = Omit<BacktestRow, 'candidate' | 'sample' | 'budget' | 'leftOut'> &
  Record<'candidate' | 'sample' | 'budget', unknown> & { leftOut: unknown[] };

const caseColumns = {
  broadcast_id: ['uuid', ({ broadcastId }: NewCase) => broadcastId],
  conversation_id: ['uuid', ({ conversationId }: NewCase) => conversationId],
  comparison_id: ['uuid', ({ comparisonId }: NewCase) => comparisonId ?? null],
  message_id: ['uuid', ({ messageId }: NewCase) => messageId],
  baseline: ['text', ({ baseline }: NewCase) => baseline],
  is_pinned: ['boolean', ({ isPinned }: NewCase) => isPinned],
  baseline_usd: ['double precision', ({ baselineUsd }: NewCase) => baselineUsd ?? null],
  baseline_ms: ['integer', ({ baselineMs }: NewCase) => baselineMs ?? null],
  question: ['text', ({ question }: NewCase) => question],
  judge: ['text', ({ judge }: NewCase) => judge],
  candidate_micros: ['bigint', ({ candidateMicros }: NewCase) => candidateMicros ?? null],
  judge_micros: ['bigint', ({ judgeMicros }: NewCase) => judgeMicros ?? null],
  // Arrays of arrays do not unnest row by row.
  tags: ['jsonb', ({ tags }: NewCase) => JSON.stringify(tags)],
} as const;
const columns = Object.keys(caseColumns);
const insertCases = `INSERT INTO backtest_cases (backtest_id, user_id, number, ${columns.join(', ')})
  SELECT $1, $2, nr, ${columns.map((name) => (name === 'tags' ? 'ARRAY(SELECT jsonb_array_elements_text(c.tags))' : `c.${name}`)).join(', ')}
  FROM unnest(${Object.values(caseColumns)
    .map(([type], index) => `$${index + 3}::${type}[]`)
    .join(', ')})
    WITH ORDINALITY AS c (${columns.join(', ')}, nr)`;

/** Backtests, for their user. */
@Injectable()
export class BacktestsRepository {
  /** False when there is one with its key, or too many. */
  async insert(tx: Transaction, userId: string, backtest: NewBacktest): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO backtests (id, user_id, name, candidate, sample, budget, left_out, judge, idempotency_key, body_hash,
         people_compare)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       ON CONFLICT (user_id, idempotency_key) DO NOTHING RETURNING 1`,
      [
        backtest.id,
        userId,
        backtest.name ?? null,
        toStored(BacktestCandidate, backtest.candidate),
        toStored(BacktestSample, backtest.sample),
        toStored(BacktestBudget, backtest.budget),
        JSON.stringify(backtest.leftOut.map((gap) => BacktestGap.toJSON(gap))),
        backtest.judge ?? null,
        backtest.idempotencyKey ?? null,
        backtest.bodyHash ?? null,
        backtest.peopleCompare,
      ],
    );
    if (rows.length === 0) return false;
    const values = Object.values(caseColumns).map(([, valueOf]) => backtest.cases.map((each) => valueOf(each)));
    await tx.query(insertCases, [backtest.id, userId, ...values]);
    return true;
  }

  /** How many the user has; a second count waits until this transaction ends. */
  async count(tx: Transaction, userId: string): Promise<number> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`backtests ${userId}`]);
    const [row] = await tx.query<{ n: number }[]>('SELECT count(*)::integer AS n FROM backtests WHERE user_id = $1', [
      userId,
    ]);
    return row?.n ?? 0;
  }

  async findByKey(tx: Transaction, userId: string, key: string) {
    const [row] = await tx.query<{ id: string; bodyHash: string }[]>(
      'SELECT id, body_hash AS "bodyHash" FROM backtests WHERE user_id = $1 AND idempotency_key = $2',
      [userId, key],
    );
    return row;
  }

  /** All of the user's, newest first, or one of them. */
  async list(tx: Transaction, userId: string, id?: string): Promise<BacktestRow[]> {
    const rows = await tx.query<StoredRow[]>(
      `SELECT b.id, b.name, b.candidate, b.sample, b.budget, b.left_out AS "leftOut", b.judge, b.status,
         b.pause_reason AS "pauseReason", b.created_at AS "createdAt", b.ended_at AS "endedAt",
         b.people_compare AS "peopleCompare", b.people_ended_at AS "peopleEndedAt", spent.*
       FROM backtests b CROSS JOIN LATERAL (
         SELECT count(*)::integer AS calls, coalesce(sum(cost_usd), 0) AS usd,
           count(*) FILTER (WHERE status <> 'pending' AND cost_usd IS NULL
             AND expected_micros IS DISTINCT FROM 0)::integer AS unknown,
           count(*) FILTER (WHERE cost_usd IS NULL AND expected_micros = 0)::integer AS free
         FROM backtest_calls WHERE backtest_id = b.id AND user_id = $1
       ) spent
       WHERE b.user_id = $1 AND ($2::uuid IS NULL OR b.id = $2) ORDER BY b.created_at DESC, b.id DESC`,
      [userId, id ?? null],
    );
    return rows.map(fromRow);
  }

  /** False when it is not there. Of one that has ended nothing changes. */
  async pause(tx: Transaction, userId: string, id: string): Promise<void> {
    const reason: PauseReason = 'user';
    await tx.query(
      `UPDATE backtests SET status = 'paused', pause_reason = $3 WHERE user_id = $1 AND id = $2 AND status = 'running'`,
      [userId, id, reason],
    );
  }

  async resume(tx: Transaction, userId: string, id: string, budget: BacktestBudget | undefined): Promise<void> {
    await tx.query(
      `UPDATE backtests SET status = 'running', pause_reason = NULL, budget = coalesce($3, budget), resumed_at = now()
       WHERE user_id = $1 AND id = $2 AND status IN ('running', 'paused')`,
      [userId, id, toStored(BacktestBudget, budget)],
    );
  }

  /** The calls that were under way. Its row is locked, so that none is begun beside. */
  async cancel(tx: Transaction, userId: string, id: string): Promise<string[]> {
    await tx.query(
      `UPDATE backtests SET status = 'cancelled', pause_reason = NULL, ended_at = now()
       WHERE user_id = $1 AND id = $2 AND status IN ('running', 'paused')`,
      [userId, id],
    );
    const calls = await tx.query<{ id: string }[]>(
      `WITH requested AS (
         UPDATE backtest_calls SET cancel_requested = true
         WHERE user_id = $1 AND backtest_id = $2 AND status = 'pending' RETURNING id
       ) SELECT id FROM requested`,
      [userId, id],
    );
    return calls.map((call) => call.id);
  }

  async delete(tx: Transaction, userId: string, id: string): Promise<void> {
    await tx.query(
      `WITH gone AS (
         SELECT user_id, begun_at AS made_at, 1 AS calls FROM backtest_calls
         WHERE user_id = $1 AND backtest_id = $2 AND part > 0
       ) ${keepDeletedCalls}`,
      [userId, id],
    );
    await tx.query('DELETE FROM backtests WHERE user_id = $1 AND id = $2', [userId, id]);
  }
}

function fromRow({ candidate, sample, budget, leftOut, ...row }: StoredRow): BacktestRow {
  return {
    ...row,
    candidate: fromStored(BacktestCandidate, candidate)!,
    sample: fromStored(BacktestSample, sample)!,
    budget: fromStored(BacktestBudget, budget)!,
    leftOut: leftOut.map((gap) => BacktestGap.fromJSON(gap)),
  };
}
