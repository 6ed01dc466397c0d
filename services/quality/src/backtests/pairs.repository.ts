import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { Choice, PairFigures } from './pairs.rules.js';

/** A pair that is compared next. */
export interface OpenPair {
  number: number;
  broadcastId: string;
  messageId: string;
  /** What the candidate replied. */
  answer: string;
  isCandidateFirst: boolean;
}

const comparable = `c.question IS NOT NULL AND a.answer IS NOT NULL`;
const withAnswer = `backtest_cases c LEFT JOIN backtest_calls a ON a.backtest_id = c.backtest_id AND a.number = c.number
  AND a.part = 0 AND a.status = 'completed' LEFT JOIN backtest_votes v ON v.backtest_id = c.backtest_id
  AND v.number = c.number AND v.user_id = c.user_id`;

/** What people say of the pairs of backtests, for their user. */
@Injectable()
export class PairsRepository {
  /** Of all backtests of the user in which people compare, or of one. */
  figures(tx: Transaction, userId: string, backtestId?: string): Promise<PairFigures[]> {
    return tx.query<PairFigures[]>(
      `SELECT c.backtest_id AS "backtestId", c.judge, c.outcome, ${comparable} AS "isComparable", v.choice
       FROM ${withAnswer} JOIN backtests b ON b.id = c.backtest_id
       WHERE c.user_id = $1 AND b.people_compare AND ($2::uuid IS NULL OR c.backtest_id = $2)`,
      [userId, backtestId ?? null],
    );
  }

  /** The first pair after this number without a choice; its order is drawn when it is first shown. */
  async next(tx: Transaction, userId: string, backtestId: string, after: number): Promise<OpenPair | undefined> {
    const [pair] = await tx.query<Omit<OpenPair, 'isCandidateFirst'>[]>(
      `SELECT c.number, c.broadcast_id AS "broadcastId", c.message_id AS "messageId", a.answer FROM ${withAnswer}
       WHERE c.user_id = $1 AND c.backtest_id = $2 AND c.number > $3 AND ${comparable} AND v.choice IS NULL
       ORDER BY c.number LIMIT 1`,
      [userId, backtestId, after],
    );
    return pair && { ...pair, isCandidateFirst: await this.#order(tx, userId, backtestId, pair.number) };
  }

  /** Which reply stood first; undefined for a pair that was not shown. */
  async orderOf(tx: Transaction, userId: string, backtestId: string, number: number): Promise<boolean | undefined> {
    const [row] = await tx.query<{ isCandidateFirst: boolean }[]>(
      `SELECT candidate_first AS "isCandidateFirst" FROM backtest_votes
       WHERE user_id = $1 AND backtest_id = $2 AND number = $3`,
      [userId, backtestId, number],
    );
    return row?.isCandidateFirst;
  }

  async choose(tx: Transaction, userId: string, backtestId: string, number: number, choice: Choice): Promise<void> {
    await tx.query(
      `UPDATE backtest_votes SET choice = $4, voted_at = now() WHERE user_id = $1 AND backtest_id = $2 AND number = $3`,
      [userId, backtestId, number, choice],
    );
  }

  /** From now on it is shown who wrote what. */
  async end(tx: Transaction, userId: string, backtestId: string): Promise<void> {
    await tx.query(
      `UPDATE backtests SET people_ended_at = now()
       WHERE user_id = $1 AND id = $2 AND people_compare AND people_ended_at IS NULL`,
      [userId, backtestId],
    );
  }

  /** Two pages at the same moment see one order. */
  async #order(tx: Transaction, userId: string, backtestId: string, number: number): Promise<boolean> {
    await tx.query(
      `INSERT INTO backtest_votes (backtest_id, number, user_id, candidate_first) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      [backtestId, number, userId, randomInt(2) === 0],
    );
    return (await this.orderOf(tx, userId, backtestId, number))!;
  }
}
