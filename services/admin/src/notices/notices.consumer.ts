import { Injectable } from '@nestjs/common';
import { ExecutionStatus, type EventOf, type RunDigest } from '@polylogue/proto';
import { Consumes, type EventContext } from '@polylogue/service-kit';
import { timeOf } from '../activities/activity.rules.js';
import { RunDigestsClient } from '../clients/run-digests.client.js';
import { UsersRepository } from '../users/users.repository.js';
import {
  approvedTexts,
  baselineTexts,
  budgetTexts,
  changedTexts,
  endedTexts,
  skippedTexts,
  suiteTexts,
  waitingTexts,
  type NoticeTexts,
} from './notice-texts.rules.js';
import { NoticesRepository } from './notices.repository.js';
import { NoticesService } from './notices.service.js';

type RunEvent = Pick<EventOf<'scheduler.execution_finished.v1'>, 'executionId' | 'userId'>;

/**
 * Turns what other services publish into notices, each cause into one. The names of these methods are part of their durable
 * consumers' names, so they must not change.
 */
@Injectable()
export class NoticesConsumer {
  constructor(
    private readonly notices: NoticesService,
    private readonly repository: NoticesRepository,
    private readonly users: UsersRepository,
    private readonly digests: RunDigestsClient,
  ) {}

  @Consumes('scheduler.execution_finished.v1')
  async onExecutionFinished(event: EventOf<'scheduler.execution_finished.v1'>, context: EventContext): Promise<void> {
    const hasEnded = event.status === ExecutionStatus.COMPLETED || event.status === ExecutionStatus.FAILED;
    // One notice for all slots that had no run.
    if (event.isSkipped || !hasEnded) return;
    await this.#tellOfRun(event, context, endedTexts);
  }

  @Consumes('scheduler.run_reported.v1')
  async onRunReported(event: EventOf<'scheduler.run_reported.v1'>, context: EventContext): Promise<void> {
    const { changedServices, totalServices, isBaseline } = event;
    if (isBaseline) return this.#tellOfRun(event, context, baselineTexts);
    if (changedServices === 0) return;
    await this.#tellOfRun(event, context, (digest) => changedTexts(digest, changedServices, totalServices));
  }

  @Consumes('scheduler.slots_missed.v1')
  async onSlotsMissed(event: EventOf<'scheduler.slots_missed.v1'>, context: EventContext): Promise<void> {
    const { executionId, activeExecutionId: active, missedSlots } = event;
    const cause = active === undefined ? `missed:${executionId}` : `skipped-behind:${active}`;
    const texts = (digest: RunDigest) => skippedTexts(digest, missedSlots, active !== undefined);
    await this.#tellOfRun(event, context, texts, cause);
  }

  @Consumes('ai_dispatch.budget_near_end.v1')
  async onBudgetNearEnd(event: EventOf<'ai_dispatch.budget_near_end.v1'>, context: EventContext): Promise<void> {
    const { userId, apiKeyId, day } = event;
    await this.#tell(userId, `budget:${day}:${apiKeyId ?? 'user'}`, budgetTexts(event), context);
  }

  @Consumes('quality.suite_alarmed.v1')
  async onSuiteAlarmed(event: EventOf<'quality.suite_alarmed.v1'>, context: EventContext): Promise<void> {
    await this.#tell(event.userId, `suite-run:${event.runId}`, suiteTexts(event), context);
  }

  @Consumes('admin.user_approved.v1')
  async onUserApproved({ userId }: EventOf<'admin.user_approved.v1'>, context: EventContext): Promise<void> {
    await this.#tell(userId, `approved:${context.eventId}`, approvedTexts(), context);
  }

  @Consumes('admin.user_waiting.v1')
  async onUserWaiting({ userId }: EventOf<'admin.user_waiting.v1'>, context: EventContext): Promise<void> {
    const { tx } = context;
    const user = await this.users.find(tx, userId);
    if (!user || user.isApproved) return;
    for (const admin of await this.repository.findAdmins(tx)) {
      await this.#tell(admin, `waiting:${userId}`, waitingTexts(user), context, userId);
    }
  }

  /** A run has one notice, whatever was published of it. Of one whose query is gone there is nothing to say. */
  async #tellOfRun(
    { executionId, userId }: RunEvent,
    context: EventContext,
    textsOf: (digest: RunDigest) => NoticeTexts | undefined,
    cause = `run:${executionId}`,
  ): Promise<void> {
    const digest = await this.digests.find(userId, executionId);
    const texts = digest && textsOf(digest);
    if (texts) await this.#tell(userId, cause, texts, context);
  }

  #tell(userId: string, cause: string, texts: NoticeTexts, { tx, eventId }: EventContext, aboutUserId?: string) {
    const happenedAt = timeOf(eventId, new Date());
    return this.notices.add(tx, { userId, cause, texts, happenedAt, ...(aboutUserId && { aboutUserId }) });
  }
}
