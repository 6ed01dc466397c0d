import { Injectable } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { afterCommit, Consumes, type EventContext } from '@polylogue/service-kit';
import { RemovalsCron } from './removals.cron.js';
import { RemovalsService } from './removals.service.js';

const conversations = 'conversation.conversations_expired.v1';
const runs = 'scheduler.runs_expired.v1';

/** Counts what the services removed by the rule, each event once. */
@Injectable()
export class RetentionConsumer {
  constructor(
    private readonly removals: RemovalsService,
    private readonly cron: RemovalsCron,
  ) {}

  @Consumes(conversations)
  async onConversationsExpired(event: EventOf<typeof conversations>, { tx }: EventContext): Promise<void> {
    await this.removals.add(tx, { ...event, runs: 0 });
    afterCommit(tx, () => this.cron.nudge());
  }

  @Consumes(runs)
  async onRunsExpired(event: EventOf<typeof runs>, { tx }: EventContext): Promise<void> {
    await this.removals.add(tx, { day: event.day, conversations: 0, messages: 0, aiChats: 0, runs: event.runs });
    afterCommit(tx, () => this.cron.nudge());
  }
}
