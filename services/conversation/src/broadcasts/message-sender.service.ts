import { Inject, Injectable } from '@nestjs/common';
import { contractLimits } from '@polylogue/proto';
import { CONFIG, Drain, newId, ProcessIdentity, type Caller } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';
import { LiveBroadcast } from '../live/live-broadcast.js';
import { LiveBroadcasts } from '../live/live-broadcasts.service.js';
import { ReplyRunner } from '../replies/reply-runner.service.js';
import type { RequestedSettings } from '../replies/requested-settings.js';
import { RunningReply } from '../replies/running-reply.js';
import { messagesOf } from '../replies/thread-columns.js';
import { threadOf } from '../replies/thread.rules.js';
import { BroadcastStore, type StoreRequest } from './broadcast-store.service.js';
import * as errors from './broadcasts.errors.js';
import type { NewBroadcast, StoredTarget } from './broadcasts.repository.js';
import { hashBody, IdempotencyService, type IdempotentRequest } from './idempotency.service.js';
import { issuesOf, titleOf } from './send-message.rules.js';
import { TargetsService, type Addressed } from './targets.service.js';

const { queuedMessages: maxQueued } = contractLimits;

/** A message to be checked, stored and dispatched. */
export interface SendRequest extends Addressed, Pick<NewBroadcast, 'attached'>, Omit<IdempotentRequest, 'key'> {}

/** Sends a message: checks it, stores it, and starts a run for each reply. */
@Injectable()
export class MessageSender {
  readonly #leaseMs: number;

  constructor(
    private readonly targets: TargetsService,
    private readonly store: BroadcastStore,
    private readonly idempotency: IdempotencyService,
    private readonly runner: ReplyRunner,
    private readonly live: LiveBroadcasts,
    private readonly identity: ProcessIdentity,
    private readonly drain: Drain,
    @Inject(CONFIG) config: ConversationConfig,
  ) {
    this.#leaseMs = config.CONVERSATION_LEASE_SECONDS * 1000;
  }

  /** Answers the broadcast's id as soon as everything is stored; its replies run with or without a reader. */
  async send(caller: Caller, request: SendRequest): Promise<string> {
    const { input } = request;
    const issues = issuesOf(input, request.attached !== undefined);
    if (issues.length > 0) throw errors.invalidMessage(issues);
    const { aiServices, settings, continues } = await this.targets.find(caller.userId, request);
    if (this.drain.signal.aborted) throw errors.shuttingDown();
    if (input.queued && (await this.store.countQueued(caller.userId)) >= maxQueued) {
      return this.#repeated(caller.userId, request, errors.queueFull(maxQueued));
    }
    const broadcast = this.#newBroadcast({ ...request, input: { ...input, aiServices } }, settings);
    const leasedAt = performance.now();
    const targets = await this.store.store(caller.userId, broadcast, continues);
    // Without one, the conversation of a retry was deleted meanwhile.
    if (targets.length === 0) return this.#repeated(caller.userId, request, errors.replyNotFound());
    this.#start(caller.userId, broadcast, targets, leasedAt);
    return broadcast.broadcastId;
  }

  #newBroadcast(
    { input, route, body, retry, attached, settings: wholeSettings }: SendRequest,
    settings: ReadonlyMap<string, RequestedSettings>,
  ): StoreRequest {
    const { message, aiServices, mode, idempotencyKey: key } = input;
    return {
      broadcastId: newId(),
      mode,
      message,
      title: titleOf(message) || titleOf(input.attachments?.[0]?.name ?? ''),
      retry,
      attached,
      isQueued: input.queued,
      areSettingsWhole: wholeSettings !== undefined && wholeSettings.size > 0,
      comparisonSettings: input.comparisonSettings,
      targets: aiServices.map((aiService) => ({
        aiService,
        newConversationId: newId(),
        questionId: newId(),
        replyId: newId(),
        settings: settings.get(aiService),
      })),
      owner: this.identity.owner,
      leaseMs: this.#leaseMs,
      idempotency: key === undefined ? undefined : { route, key, bodyHash: hashBody(body) },
    };
  }

  /** `leasedAt`: the local time before the leases of its replies were stored. */
  #start(
    userId: string,
    { broadcastId, message, attached }: StoreRequest,
    stored: readonly StoredTarget[],
    leasedAt: number,
  ): void {
    const targets = stored.map(({ ai_service, conversation_id, message_id }) => ({
      aiService: ai_service,
      conversationId: conversation_id,
      messageId: message_id,
    }));
    const counts = { replies: targets.length, open: targets.length, failed: 0 };
    const live = new LiveBroadcast(broadcastId, userId, targets, counts);
    this.live.add(live);
    const files = attached?.new ?? attached?.stored;
    targets.forEach((target, targetIndex) => {
      const { history, waits, settings: requested } = stored[targetIndex]!;
      const settings = requested ?? undefined;
      const work = { ...target, broadcastId, userId, targetIndex, settings, fence: 1, runs: 1, leasedAt };
      const reply = new RunningReply(work, live);
      if (waits) this.runner.startWaiting(reply);
      else this.runner.start(reply, threadOf(messagesOf(history), message, files));
    });
  }

  /** The broadcast that the same request made before; without one, the error. */
  async #repeated(userId: string, { input, route, body }: SendRequest, fault: Error): Promise<string> {
    const { idempotencyKey: key } = input;
    const broadcastId = key && (await this.idempotency.findBroadcast(userId, { route, key, body }));
    if (broadcastId) return broadcastId;
    throw fault;
  }
}
