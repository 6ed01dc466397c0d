import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';

/** A suite, as far as a backtest compares on its rounds. */
export interface FrozenSet {
  id: string;
  name: string;
  /** Of each case in its order the reply that it was frozen with; null of one that was imported. */
  messageIds: (string | null)[];
}

/** Suites as samples of backtests, for their user. */
@Injectable()
export class FrozenSetsRepository {
  async find(tx: Transaction, userId: string, suiteId: string): Promise<FrozenSet | undefined> {
    const [row] = await tx.query<FrozenSet[]>(
      `SELECT s.id, s.name, ARRAY(
         SELECT c.message_id FROM suite_cases c WHERE c.suite_id = s.id AND c.user_id = $1 ORDER BY c.number
       ) AS "messageIds"
       FROM suites s WHERE s.user_id = $1 AND s.id = $2`,
      [userId, suiteId],
    );
    return row;
  }
}
