import { Injectable } from '@nestjs/common';
import { afterCommit, ConsumesMany, type ReceivedEvent, type Transaction } from '@polylogue/service-kit';
import { JudgingsRepository } from '../judging/judgings.repository.js';
import { WakeUps } from '../judging/wake-ups.service.js';
import { RubricVersions } from '../rubrics/rubric-versions.service.js';

/** Has a complete broadcast wait to be judged; the planner decides whether it is. */
@Injectable()
export class BroadcastsConsumer {
  constructor(
    private readonly judgings: JudgingsRepository,
    private readonly wakeUps: WakeUps,
    private readonly rubrics: RubricVersions,
  ) {}

  @ConsumesMany('conversation.broadcast_completed.v1')
  async onBroadcastCompleted(
    received: readonly ReceivedEvent<'conversation.broadcast_completed.v1'>[],
    tx: Transaction,
  ) {
    const comparable = received.map(({ event }) => event).filter(({ totalResponses }) => totalResponses >= 2);
    if (comparable.length === 0) return;
    const added = await this.judgings.insert(tx, comparable, await this.rubrics.current());
    afterCommit(tx, () => void this.wakeUps.plan(added));
  }
}
