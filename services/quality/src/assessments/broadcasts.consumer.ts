import { Injectable } from '@nestjs/common';
import { afterCommit, ConsumesMany, type ReceivedEvent, type Transaction } from '@polylogue/service-kit';
import { JudgingPlans } from '../judging/judging-plans.service.js';
import { JudgingsRepository } from '../judging/judgings.repository.js';
import { WakeUps } from '../judging/wake-ups.service.js';
import { RubricVersions } from '../rubrics/rubric-versions.service.js';

/**
 * Has a complete broadcast wait to be judged, or notes why it is not; the planner decides about those that wait. A broadcast has one
 * judging, however often it is said to be complete.
 */
@Injectable()
export class BroadcastsConsumer {
  constructor(
    private readonly judgings: JudgingsRepository,
    private readonly plans: JudgingPlans,
    private readonly wakeUps: WakeUps,
    private readonly rubrics: RubricVersions,
  ) {}

  // What a conversation service one version older publishes.
  @ConsumesMany('conversation.broadcast_completed.v1', { isRepeatable: true })
  onBroadcastCompleted(received: readonly ReceivedEvent<'conversation.broadcast_completed.v1'>[], tx: Transaction) {
    return this.#note(received, tx);
  }

  @ConsumesMany('conversation.broadcast_completed.v2', { isRepeatable: true })
  onCompletedWithReplies(received: readonly ReceivedEvent<'conversation.broadcast_completed.v2'>[], tx: Transaction) {
    return this.#note(received, tx);
  }

  async #note(
    received: readonly ReceivedEvent<'conversation.broadcast_completed.v1' | 'conversation.broadcast_completed.v2'>[],
    tx: Transaction,
  ): Promise<void> {
    const comparable = received.map(({ event }) => event).filter(({ totalResponses }) => totalResponses >= 2);
    if (comparable.length === 0) return;
    const reasons = await this.plans.reasonsAgainst(comparable.map(({ broadcastId }) => broadcastId));
    const complete = comparable.map(({ broadcastId, userId }) => {
      return { broadcastId, userId, skipReason: reasons.get(broadcastId) };
    });
    const waiting = await this.judgings.insert(tx, complete, await this.rubrics.current());
    afterCommit(tx, () => void this.wakeUps.plan(waiting));
  }
}
