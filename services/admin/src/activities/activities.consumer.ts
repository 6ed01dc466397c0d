import { Injectable } from '@nestjs/common';
import { ReplyStatus, type EventOf } from '@polylogue/proto';
import { Consumes, type EventContext } from '@polylogue/service-kit';
import { ActivitiesRepository } from './activities.repository.js';
import { timeOf, type ActivityDetails, type ActivityType } from './activity.rules.js';
import { TotalsRepository } from './totals.repository.js';

/** Turns what the other services tell into activities, sessions and counts. */
@Injectable()
export class ActivitiesConsumer {
  constructor(
    private readonly activities: ActivitiesRepository,
    private readonly totals: TotalsRepository,
  ) {}

  @Consumes('conversation.message_sent.v1')
  async onMessageSent(event: EventOf<'conversation.message_sent.v1'>, context: EventContext): Promise<void> {
    const { userId, broadcastId, aiServices: selectedAIs, messageLength } = event;
    const details = { selectedAIs, messageLength };
    const isNew = await this.#note(userId, 'message_sent', broadcastId, details, context);
    if (isNew) await this.totals.grow(context.tx, { userId, messages: 1, at: timeOf(context.eventId, new Date()) });
  }

  @Consumes('conversation.reply_stored.v1')
  async onReplyStored(event: EventOf<'conversation.reply_stored.v1'>, { tx, eventId }: EventContext): Promise<void> {
    const { userId, broadcastId, aiService, status } = event;
    const createdAt = timeOf(eventId, new Date());
    await this.activities.addReply(tx, {
      userId,
      broadcastId,
      aiService,
      isError: status !== ReplyStatus.COMPLETED,
      createdAt,
    });
  }

  @Consumes('conversation.broadcast_completed.v1')
  async onBroadcastCompleted(event: EventOf<'conversation.broadcast_completed.v1'>, context: EventContext) {
    const { userId, broadcastId, totalResponses, totalErrors } = event;
    await this.#note(userId, 'conversation_completed', broadcastId, { totalResponses, totalErrors }, context);
  }

  @Consumes('conversation.conversations_cleared.v1')
  async onCleared({ userId, clearType }: EventOf<'conversation.conversations_cleared.v1'>, context: EventContext) {
    await this.#note(userId, 'conversations_cleared', context.eventId, { clearType }, context);
  }

  @Consumes('conversation.conversations_exported.v1')
  async onExported({ userId, format }: EventOf<'conversation.conversations_exported.v1'>, context: EventContext) {
    await this.#note(userId, 'conversation_exported', context.eventId, { format }, context);
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
      const login = {
        userId,
        activityType: 'user_login',
        about: sessionId,
        details: {},
        createdAt: startedAt,
      } as const;
      await this.activities.insert(tx, login);
    }
    const sessions = seen.isNew ? 1 : 0;
    await this.totals.grow(tx, { userId, sessions, sessionMs: seen.grownMs, at: startedAt });
  }

  #note(userId: string, activityType: ActivityType, about: string, details: ActivityDetails, context: EventContext) {
    const createdAt = timeOf(context.eventId, new Date());
    return this.activities.insert(context.tx, { userId, activityType, about, details, createdAt });
  }
}
