import { Injectable } from '@nestjs/common';
import { ReplyStatus, type EventOf } from '@polylogue/proto';
import {
  Consumes,
  ConsumesMany,
  type EventContext,
  type ReceivedEvent,
  type Transaction,
} from '@polylogue/service-kit';
import { ActivitiesRepository, type ReplyOf } from './activities.repository.js';
import { activityOf, timeOf, type Activity, type ActivityDetails, type ActivityType } from './activity.rules.js';
import { TotalsRepository } from './totals.repository.js';

/**
 * Turns the events of other services into activities, sessions and counts. Those of every broadcast are consumed in
 * batches; the names of these methods are part of their durable consumers' names, so they must not change.
 */
@Injectable()
export class ActivitiesConsumer {
  constructor(
    private readonly activities: ActivitiesRepository,
    private readonly totals: TotalsRepository,
  ) {}

  @ConsumesMany('conversation.message_sent.v1', { isRepeatable: true })
  async onMessageSent(
    events: readonly ReceivedEvent<'conversation.message_sent.v1'>[],
    tx: Transaction,
  ): Promise<void> {
    const sent = events.map(({ event, eventId }) => {
      const { userId, broadcastId: about, aiServices: selectedAIs, messageLength } = event;
      return activityOf(eventId, {
        userId,
        activityType: 'message_sent',
        about,
        details: { selectedAIs, messageLength },
      });
    });
    const added = await this.activities.insert(tx, sent);
    const growths = added.map(({ userId, createdAt }) => ({ userId, messages: 1, at: createdAt }));
    await this.totals.grow(tx, growths);
  }

  // What a conversation service one version older publishes, one event per reply.
  @ConsumesMany('conversation.reply_stored.v1')
  async onReplyStored(
    events: readonly ReceivedEvent<'conversation.reply_stored.v1'>[],
    tx: Transaction,
  ): Promise<void> {
    const replies = events.map(({ event: { userId, broadcastId, aiService, status }, eventId }) => ({
      userId,
      broadcastId,
      aiService,
      isError: status !== ReplyStatus.COMPLETED,
      createdAt: timeOf(eventId, new Date()),
    }));
    await this.activities.addReplies(tx, replies);
  }

  @ConsumesMany('conversation.reply_stored.v2')
  async onRepliesStored(
    events: readonly ReceivedEvent<'conversation.reply_stored.v2'>[],
    tx: Transaction,
  ): Promise<void> {
    await this.activities.addReplies(tx, events.flatMap(repliesOf));
  }

  // Of a conversation service one version older, whose last replies are an event of their own.
  @ConsumesMany('conversation.broadcast_completed.v1', { isRepeatable: true })
  async onBroadcastCompleted(events: readonly ReceivedEvent<'conversation.broadcast_completed.v1'>[], tx: Transaction) {
    await this.activities.insert(tx, events.map(completionOf));
  }

  /** A broadcast is completed once: with the first of these events its last replies are added, with a second one nothing is. */
  @ConsumesMany('conversation.broadcast_completed.v2', { isRepeatable: true })
  async onCompletedWithReplies(
    events: readonly ReceivedEvent<'conversation.broadcast_completed.v2'>[],
    tx: Transaction,
  ): Promise<void> {
    // Mostly these are all replies of the broadcast, and nothing is known of any yet.
    const atOnce = events.filter(({ event }) => event.replies.length === event.totalResponses);
    const added = await this.activities.insert(tx, [...events.map(completionOf), ...atOnce.map(allRepliesOf)]);
    const fresh = new Set(added.map(({ about }) => about));
    const last = events.filter((each) => !atOnce.includes(each) && fresh.has(each.event.broadcastId));
    if (last.length > 0) await this.activities.addReplies(tx, last.flatMap(repliesOf));
  }

  @Consumes('conversation.conversations_cleared.v1')
  async onCleared({ userId, clearType }: EventOf<'conversation.conversations_cleared.v1'>, context: EventContext) {
    await this.#note(userId, 'conversations_cleared', context.eventId, { clearType }, context);
  }

  // From gateways of the version before (decision 0032).
  @Consumes('conversation.conversations_exported.v1')
  async onExported({ userId, format }: EventOf<'conversation.conversations_exported.v1'>, context: EventContext) {
    await this.#note(userId, 'conversation_exported', context.eventId, { format }, context);
  }

  @Consumes('gateway.conversations_exported.v1')
  async onConversationsExported(event: EventOf<'gateway.conversations_exported.v1'>, context: EventContext) {
    await this.onExported(event, context);
  }

  @Consumes('conversation.file_uploaded.v1')
  async onFileUploaded({ userId, type }: EventOf<'conversation.file_uploaded.v1'>, context: EventContext) {
    await this.#note(userId, 'file_uploaded', context.eventId, { format: type.replace('.', '') }, context);
  }

  @Consumes('admin.user_approved.v1')
  async onApproved({ userId }: EventOf<'admin.user_approved.v1'>, context: EventContext) {
    await this.#note(userId, 'user_approved', context.eventId, {}, context);
  }

  @Consumes('gateway.session_seen.v1')
  async onSessionSeen(event: EventOf<'gateway.session_seen.v1'>, { tx, eventId }: EventContext): Promise<void> {
    const { sessionId, userId, isEnded } = event;
    const seenAt = event.seenAt ?? timeOf(eventId, new Date());
    const startedAt = event.startedAt ?? seenAt;
    const seen = await this.activities.seeSession(tx, { sessionId, userId, startedAt, seenAt, isEnded });
    if (!seen) return;
    if (seen.isNew) {
      const login = { userId, about: sessionId, details: {}, createdAt: startedAt };
      await this.activities.insert(tx, [{ activityType: 'user_login', ...login }]);
    }
    const sessions = seen.isNew ? 1 : 0;
    await this.totals.grow(tx, [{ userId, sessions, sessionMs: seen.grownMs, at: startedAt }]);
  }

  async #note(
    userId: string,
    activityType: ActivityType,
    about: string,
    details: ActivityDetails,
    { tx, eventId }: EventContext,
  ) {
    await this.activities.insert(tx, [activityOf(eventId, { userId, activityType, about, details })]);
  }
}

/** The replies that an event names, each of the time at which it came about. */
function repliesOf({
  event: { userId, broadcastId, replies },
  eventId,
}: ReceivedEvent<'conversation.reply_stored.v2' | 'conversation.broadcast_completed.v2'>): ReplyOf[] {
  const createdAt = timeOf(eventId, new Date());
  return replies.map(({ aiService, status }) => {
    return { userId, broadcastId, aiService, isError: status !== ReplyStatus.COMPLETED, createdAt };
  });
}

function completionOf({
  event: { userId, broadcastId: about, totalResponses, totalErrors },
  eventId,
}: ReceivedEvent<'conversation.broadcast_completed.v1' | 'conversation.broadcast_completed.v2'>): Activity {
  const details = { totalResponses, totalErrors };
  return activityOf(eventId, { userId, activityType: 'conversation_completed', about, details });
}

/** What {@link ActivitiesRepository.addReplies} makes of all replies of a broadcast. */
function allRepliesOf(received: ReceivedEvent<'conversation.broadcast_completed.v2'>): Activity {
  const { userId, broadcastId: about } = received.event;
  const replies = repliesOf(received);
  const selectedAIs = [...new Set(replies.map(({ aiService }) => aiService))].sort();
  const totalErrors = replies.filter(({ isError }) => isError).length;
  const details = { selectedAIs, totalResponses: replies.length - totalErrors, totalErrors };
  return activityOf(received.eventId, { userId, activityType: 'ai_response_received', about, details });
}
