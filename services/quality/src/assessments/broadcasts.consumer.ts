import { Injectable } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { afterCommit, Consumes, type EventContext } from '@polylogue/service-kit';
import { JudgingsRepository } from '../judging/judgings.repository.js';
import { WakeUps } from '../judging/wake-ups.service.js';
import { currentRubric } from '../rubric/rubrics.js';

/** A broadcast that is complete waits to be judged. Whether it is, the planner decides. */
@Injectable()
export class BroadcastsConsumer {
  constructor(
    private readonly judgings: JudgingsRepository,
    private readonly wakeUps: WakeUps,
  ) {}

  @Consumes('conversation.broadcast_completed.v1')
  async onBroadcastCompleted(
    { broadcastId, userId, totalResponses }: EventOf<'conversation.broadcast_completed.v1'>,
    { tx }: EventContext,
  ): Promise<void> {
    if (totalResponses < 2) return;
    const isNew = await this.judgings.insert(tx, broadcastId, userId, currentRubric.version);
    if (isNew) afterCommit(tx, () => void this.wakeUps.plan([broadcastId]));
  }
}
