import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { ComparedPair } from './comparisons.rules.js';
import type { Counted } from './figures.entity.js';

/** Pairs that are counted, of all users together. */
const maxPairs = 50_000;

/** What judges of backtests, and people, said of the same two replies. */
@Injectable()
export class ComparisonsRepository {
  /** The newest pairs that a judge compared in both orders. */
  pairs(tx: Transaction, { ownerId, conversationIds, since }: Counted): Promise<ComparedPair[]> {
    return tx.query<ComparedPair[]>(
      `SELECT c.judge, one.better AS "candidateFirst", other.better AS "baselineFirst", v.choice AS people
       FROM backtest_calls other
       JOIN backtest_calls one ON one.backtest_id = other.backtest_id AND one.number = other.number AND one.part = 1
       JOIN backtest_cases c ON c.backtest_id = other.backtest_id AND c.number = other.number
       JOIN backtests b ON b.id = c.backtest_id
       LEFT JOIN backtest_votes v ON v.backtest_id = c.backtest_id AND v.number = c.number AND v.user_id = c.user_id
         AND b.people_ended_at IS NOT NULL
       WHERE other.part = 2 AND other.better IS NOT NULL AND one.better IS NOT NULL
         AND ($1::uuid IS NULL OR other.user_id = $1)
         AND ($2::uuid[] IS NULL OR c.conversation_id = ANY($2))
         AND ($3::timestamptz IS NULL OR other.ended_at >= $3)
       ORDER BY other.begun_at DESC LIMIT $4`,
      [ownerId ?? null, conversationIds ?? null, since ?? null, maxPairs],
    );
  }
}
