import { Injectable } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { Consumes, type EventContext } from '@polylogue/service-kit';
import { progressed } from '../executions/execution-events.js';
import { RunsRepository } from '../executions/runs.repository.js';
import { RoundsRepository } from '../executions/rounds.repository.js';

const deleted = 'conversation.conversations_deleted.v1';

/** Runs stay when their comparison is deleted from History, and say so. */
@Injectable()
export class RoundsConsumer {
  constructor(
    private readonly rounds: RoundsRepository,
    private readonly runs: RunsRepository,
  ) {}

  @Consumes(deleted)
  async onConversationsDeleted({ userId, conversationIds }: EventOf<typeof deleted>, { tx }: EventContext) {
    await this.runs.publish(tx, (await this.rounds.remove(tx, userId, conversationIds)).map(progressed));
  }
}
