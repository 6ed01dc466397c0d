import { Inject, Injectable, Module } from '@nestjs/common';
import {
  afterCommit,
  baseConfig,
  Consumes,
  ConsumesMany,
  Database,
  defineService,
  Events,
  LOGGER,
  type EventContext,
  type ReceivedEvent,
  type Logger,
  type Transaction,
} from '@polylogue/service-kit';
import type { EventOf } from '@polylogue/proto';
import { notesMigration } from './sample.service.js';

type ReplyStored = EventOf<'conversation.reply_stored.v1'>;

@Injectable()
export class Listener {
  /** What was handled and committed, in order. */
  readonly handled: { messageId: string; context: EventContext }[] = [];
  /** Message ids whose handling fails, for as long as they stand here. */
  readonly poison = new Set<string>();

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  @Consumes('conversation.reply_stored.v1')
  async onReplyStored(event: ReplyStored, context: EventContext): Promise<void> {
    await context.tx.query('INSERT INTO effects (event_id, note) VALUES ($1, $2)', [context.eventId, event.messageId]);
    if (this.poison.has(event.messageId)) throw new Error('indigestible');
    afterCommit(context.tx, () => this.handled.push({ messageId: event.messageId, context }));
    this.logger.info({ messageId: event.messageId }, 'handled');
  }
}

/** Consumes events in batches; fails with those whose broadcast is poison. */
@Injectable()
export class Gatherer {
  /** Broadcast ids, call by call. */
  readonly calls: string[][] = [];
  readonly poison = new Set<string>();

  @ConsumesMany('conversation.broadcast_completed.v1')
  async onCompleted(received: readonly ReceivedEvent<'conversation.broadcast_completed.v1'>[], tx: Transaction) {
    const ids = received.map(({ event }) => event.broadcastId);
    this.calls.push(ids);
    for (const { event, eventId } of received) {
      await tx.query('INSERT INTO effects (event_id, note) VALUES ($1, $2)', [eventId, event.broadcastId]);
    }
    if (ids.some((id) => this.poison.has(id))) throw new Error('indigestible');
  }
}

@Injectable()
export class Publisher {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Events) private readonly events: Events,
  ) {}

  async publish(
    messageId: string,
    { fails = false, aggregateId = undefined as string | undefined } = {},
  ): Promise<void> {
    await this.database.asWorker(async (tx) => {
      await this.events.in(tx).publish('conversation.reply_stored.v1', replyStored(messageId), { aggregateId });
      if (fails) throw new Error('changed my mind');
    });
  }
}

export function replyStored(messageId: string): ReplyStored {
  return {
    broadcastId: 'b',
    userId: 'u',
    conversationId: 'c',
    messageId,
    aiService: 'one',
    status: 'REPLY_STATUS_COMPLETED' as ReplyStored['status'],
  };
}

@Module({ providers: [Listener, Gatherer, Publisher] })
export class ListenerModule {}

/** A slice that publishes events and consumes them. */
export const listening = defineService({
  name: 'conversation',
  module: ListenerModule,
  config: baseConfig('conversation'),
  migrations: [notesMigration],
});
