import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import { parts, type CaseFigures, type CaseRow, type Part } from './backtest.entity.js';

/** Which cases of a backtest, by number or the worst first. */
export interface CasesWanted {
  outcome?: string | undefined;
  after?: number;
  number?: number;
  limit: number;
  isByMargin?: boolean;
  withAnswers?: boolean;
}

const figures = `c.backtest_id AS "backtestId", c.outcome, c.is_inconsistent AS "isInconsistent", c.tags, c.judge,
  c.baseline_usd AS "baselineUsd", c.baseline_ms AS "baselineMs", 
  -- A call that was expected to cost nothing was to a service without a price: it was free, which is no unknown cost.
  coalesce(answer.cost_usd, CASE WHEN answer.expected_micros = 0 THEN 0 END) AS "candidateUsd",
  answer.response_time_ms AS "candidateMs", one.better AS "candidateFirst", other.better AS "baselineFirst"`;
const completed = (call: string, part: Part) =>
  `LEFT JOIN backtest_calls ${call} ON ${call}.backtest_id = c.backtest_id AND ${call}.number = c.number
     AND ${call}.part = ${part} AND ${call}.status = 'completed'`;
const withCalls = [
  'backtest_cases c',
  completed('answer', parts.candidate),
  completed('one', parts.candidateFirst),
  completed('other', parts.baselineFirst),
].join(' ');

/** Cases of backtests, for their user. */
@Injectable()
export class CasesRepository {
  /** Of all backtests of the user, or of one. */
  figures(tx: Transaction, userId: string, backtestId?: string): Promise<CaseFigures[]> {
    return tx.query<CaseFigures[]>(
      `SELECT ${figures} FROM ${withCalls}
       WHERE c.user_id = $1 AND ($2::uuid IS NULL OR c.backtest_id = $2) ORDER BY c.backtest_id, c.number`,
      [userId, backtestId ?? null],
    );
  }

  list(tx: Transaction, userId: string, backtestId: string, wanted: CasesWanted): Promise<CaseRow[]> {
    const { outcome, after = 0, number, limit, isByMargin = false, withAnswers = false } = wanted;
    return tx.query<CaseRow[]>(
      `SELECT ${figures}, c.number, c.margin, c.question, c.broadcast_id AS "broadcastId",
         c.conversation_id AS "conversationId", c.comparison_id AS "comparisonId", c.message_id AS "messageId", c.baseline, c.is_pinned AS "isPinned",
         c.error, CASE WHEN $7 THEN answer.answer END AS answer, coalesce(said.comparisons, '[]') AS comparisons
       FROM ${withCalls} LEFT JOIN LATERAL (
         SELECT json_agg(json_build_object('part', j.part, 'status', j.status, 'better', j.better, 'margin', j.margin,
           'reason', j.reason, 'error', j.error) ORDER BY j.part) AS comparisons
         FROM backtest_calls j
         WHERE j.backtest_id = c.backtest_id AND j.number = c.number AND j.part > 0 AND j.status <> 'pending'
       ) said ON true
       WHERE c.user_id = $1 AND c.backtest_id = $2 AND ($3::text IS NULL OR c.outcome = $3) AND c.number > $4
         AND ($5::integer IS NULL OR c.number = $5)
       ORDER BY ${isByMargin ? 'c.margin DESC, ' : ''}c.number LIMIT $6`,
      [userId, backtestId, outcome ?? null, after, number ?? null, limit, withAnswers],
    );
  }

  /** Removes what quotes these conversations, with the worker role. The figures stay. */
  async forgetTexts(tx: Transaction, userId: string, conversationIds: readonly string[]): Promise<void> {
    await tx.query(
      `WITH gone AS (
         UPDATE backtest_cases SET question = NULL WHERE user_id = $1 AND conversation_id = ANY($2::uuid[])
         RETURNING backtest_id, number
       ) UPDATE backtest_calls c SET answer = NULL, reason = NULL FROM gone
         WHERE c.backtest_id = gone.backtest_id AND c.number = gone.number`,
      [userId, conversationIds],
    );
  }
}
