import { Inject, Injectable } from '@nestjs/common';
import { presetIdOf, serviceOf } from '@polylogue/proto';
import { CONFIG, Drain, ProcessIdentity, type Caller } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import { AnswerPresetsService } from '../answer-presets/answer-presets.service.js';
import type { ConversationConfig } from '../config.js';
import { LiveBroadcast } from '../live/live-broadcast.js';
import { LiveBroadcasts } from '../live/live-broadcasts.service.js';
import { KnownServices } from '../replies/known-services.js';
import { ReplyRunner } from '../replies/reply-runner.service.js';
import type { RequestedSettings } from '../replies/requested-settings.js';
import { RunningReply } from '../replies/running-reply.js';
import { threadOf } from '../replies/thread.rules.js';
import { BroadcastStore, type Continues, type StoreRequest } from './broadcast-store.service.js';
import * as errors from './broadcasts.errors.js';
import type { NewBroadcast, StoredTarget } from './broadcasts.repository.js';
import { hashBody, IdempotencyService, type IdempotentRequest } from './idempotency.service.js';
import { impossibleNames, issuesOf, titleOf, type MessageInput } from './send-message.rules.js';

/** A message to be checked, stored and dispatched. */
export interface SendRequest extends Pick<NewBroadcast, 'retry' | 'attached'>, Omit<IdempotentRequest, 'key'> {
  input: MessageInput;
  /** What the history of the targets begins with. */
  continues?: Continues;
  /** What is requested of services, in place of their own settings and of their presets. */
  settings?: ReadonlyMap<string, RequestedSettings>;
}

/** Sends a message: checks it, stores it, and starts a run for each reply. */
@Injectable()
export class MessageSender {
  readonly #leaseMs: number;

  constructor(
    private readonly services: KnownServices,
    private readonly presets: AnswerPresetsService,
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
    const impossible = impossibleNames(input.aiServices);
    const unknown =
      impossible.length > 0 ? impossible : await this.services.findUnknown(input.aiServices.map(serviceOf));
    if (unknown.length > 0) throw errors.unknownServices(unknown);
    const settings = await this.#settingsOf(caller.userId, request);
    if (this.drain.signal.aborted) throw errors.shuttingDown();
    const broadcast = this.#newBroadcast(request, settings);
    const leasedAt = performance.now();
    const targets = await this.store.store(caller.userId, broadcast, request.continues);
    if (targets.length === 0) return this.#repeated(caller.userId, request);
    this.#start(caller.userId, broadcast, targets, leasedAt);
    return broadcast.broadcastId;
  }

  /** What is requested of each service, by name; of a service without a preset nothing. */
  async #settingsOf(userId: string, { input, retry, settings = new Map() }: SendRequest) {
    const names = input.aiServices.filter((name) => !settings.has(name));
    // A reply can be dispatched again after its preset was deleted.
    const ofPresets = await this.presets.settingsOf(userId, names, { deleted: retry !== undefined });
    if (names.some((name) => presetIdOf(name) !== undefined && !ofPresets.has(name))) throw errors.presetGone();
    return new Map<string, RequestedSettings>([...ofPresets, ...settings]);
  }

  #newBroadcast(
    { input, route, body, retry, attached }: SendRequest,
    settings: ReadonlyMap<string, RequestedSettings>,
  ): StoreRequest {
    const { message, aiServices, mode, idempotencyKey: key } = input;
    return {
      broadcastId: uuid(),
      mode,
      message,
      title: titleOf(message) || titleOf(input.attachments?.[0]?.name ?? ''),
      retry,
      attached,
      targets: aiServices.map((aiService) => ({
        aiService,
        newConversationId: uuid(),
        questionId: uuid(),
        replyId: uuid(),
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
    { broadcastId, message, attached, targets: requested }: StoreRequest,
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
      const settings = requested.find(({ aiService }) => aiService === target.aiService)?.settings;
      const work = { ...target, broadcastId, userId, targetIndex, settings, fence: 1, runs: 1, leasedAt };
      this.runner.start(new RunningReply(work, live), threadOf(stored[targetIndex]!.history, message, files));
    });
  }

  /** The broadcast that the same request made before. */
  async #repeated(userId: string, { input, route, body }: SendRequest): Promise<string> {
    const broadcastId = await this.idempotency.findBroadcast(userId, { route, key: input.idempotencyKey!, body });
    if (broadcastId) return broadcastId;
    // The conversation of a retry was deleted meanwhile.
    throw errors.replyNotFound();
  }
}
