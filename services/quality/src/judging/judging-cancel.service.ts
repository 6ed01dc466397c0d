import { Injectable } from '@nestjs/common';
import { afterCommit, Database, Events, type Transaction } from '@polylogue/service-kit';
import { CancelledRepository, type OpenPair } from './cancelled.repository.js';
import { JudgeRuns } from './judge-runs.service.js';
import { cancelledCode, noVerdict, skipReasons } from './reasons.rules.js';
import { RemovalRepository } from './removal.repository.js';
import { spentOn, type Spent } from './spent.rules.js';

/** Ends a judging that its user does not want any more. What says so is stored: no process begins it again. */
@Injectable()
export class JudgingCancel {
  constructor(
    private readonly cancelled: CancelledRepository,
    private readonly removal: RemovalRepository,
    private readonly runs: JudgeRuns,
    private readonly events: Events,
    private readonly database: Database,
  ) {}

  /** False when the user has no such judging. Nothing changes of one that has ended. */
  cancel(userId: string, broadcastId: string): Promise<boolean> {
    return this.database.asWorker(async (tx) => {
      const judging = await this.cancelled.lock(tx, userId, broadcastId);
      if (!judging) return false;
      if (judging.state !== 'waiting' && judging.state !== 'judging') return true;
      const pairs = await this.cancelled.open(tx, userId, broadcastId);
      const ended = await this.cancelled.countEnded(tx, userId, broadcastId, judging.rubricVersion);
      if (ended > 0) {
        await this.#endPairs(tx, userId, broadcastId, pairs, ended + pairs.length);
        await this.cancelled.endJudging(tx, userId, broadcastId);
      } else {
        // Nothing was said by this rubric, so that what was said by another one goes on standing for the replies.
        await this.removal.deleteOpen(tx, broadcastId);
        await this.cancelled.endJudging(tx, userId, broadcastId, skipReasons.cancelled);
      }
      // What another process runs is stopped there, within half a second.
      afterCommit(tx, () => pairs.forEach(({ id }) => this.runs.stop(id, 'cancelled')));
      return true;
    });
  }

  async #endPairs(
    tx: Transaction,
    userId: string,
    broadcastId: string,
    pairs: readonly OpenPair[],
    total: number,
  ): Promise<void> {
    const ended = pairs.map((pair) => ({ id: pair.id, spent: spentOnCalls(pair) }));
    await this.cancelled.endPairs(tx, ended, { code: cancelledCode, sentence: noVerdict.cancelled });
    for (const { conversationId, messageId, target, assessor } of pairs) {
      await this.events.in(tx).publish('quality.assessment_recorded.v1', {
        broadcastId,
        userId,
        conversationId,
        messageId,
        success: false,
        flagged: false,
        done: total,
        total,
        targetService: target,
        assessorService: assessor,
      });
    }
  }
}

/** Unknown where a call did not come to its end: its provider may count what it had written. */
const spentOnCalls = ({ calls, received }: OpenPair): Spent =>
  spentOn(calls > received.length ? [] : received.map(({ end }) => end));
