import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import {
  CONFIG,
  Database,
  Drain,
  Events,
  outboxRow,
  ProcessIdentity,
  retryDeadlock,
  type Caller,
  type Transaction,
} from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import type { ConversationConfig } from '../config.js';
import { CatalogClient } from '../replies/catalog.client.js';
import { ReplyRunner } from '../replies/reply-runner.service.js';
import { RunningReply } from '../replies/running-reply.js';
import { threadOf } from '../replies/thread.rules.js';
import { LiveBroadcast } from '../live/live-broadcast.js';
import { LiveBroadcasts } from '../live/live-broadcasts.service.js';
import * as errors from './broadcasts.errors.js';
import { BroadcastsRepository, type NewBroadcast, type StoredTarget } from './broadcasts.repository.js';
import { ContinueRepository } from './continue.repository.js';
import { impossibleNames, issuesOf, titleOf, type MessageInput } from './send-message.rules.js';

/** A message to be checked, stored and dispatched. */
interface SendRequest extends Pick<NewBroadcast, 'retry' | 'attachment'> {
  input: MessageInput;
  /** The scope of the idempotency key. */
  route: 'send_message' | 'send_message_with_file' | 'retry_reply' | 'continue_conversation';
  /** What must be the same for a key to be the same request. */
  body: unknown;
  /** The conversation whose history the targets begin with. */
  continues?: string;
}

/** Rolls back the dashboard of a continued conversation: the message had been sent before. */
class DuplicateRequestError extends Error {}

/** Rolls back a message whose conversation appeared while it was stored: that conversation's messages were not seen. */
class UnseenHistoryError extends Error {}

@Injectable()
export class BroadcastsService {
  readonly #leaseMs: number;

  constructor(
    private readonly repository: BroadcastsRepository,
    private readonly continuing: ContinueRepository,
    private readonly catalog: CatalogClient,
    private readonly runner: ReplyRunner,
    private readonly live: LiveBroadcasts,
    private readonly database: Database,
    private readonly events: Events,
    private readonly identity: ProcessIdentity,
    private readonly drain: Drain,
    @Inject(CONFIG) config: ConversationConfig,
  ) {
    this.#leaseMs = config.CONVERSATION_LEASE_SECONDS * 1000;
  }

  /** Stores a message and dispatches it to every service. Answers the broadcast's id; its stream is read apart. */
  async send(caller: Caller, input: MessageInput): Promise<string> {
    caller.mustBeApproved();
    const { message, aiServices, mode, attachment } = input;
    if (!attachment) return this.#send(caller, { input, route: 'send_message', body: [message, aiServices, mode] });
    const body = [message, aiServices, mode, attachment.name, attachment.sha256];
    return this.#send(caller, {
      input,
      route: 'send_message_with_file',
      body,
      attachment: { id: uuid(), new: attachment },
    });
  }

  /** Sends a message on top of a conversation from history, to its own service and to others. */
  async continue(caller: Caller, conversationId: string, input: MessageInput): Promise<string> {
    caller.mustBeApproved();
    const { message, aiServices } = input;
    const body = [conversationId, message, aiServices];
    return this.#send(caller, { input, route: 'continue_conversation', body, continues: conversationId });
  }

  /** Dispatches one reply again: a new question in its conversation, with the same history as the first one had. */
  async retry(caller: Caller, messageId: string, idempotencyKey: string | undefined): Promise<string> {
    caller.mustBeApproved();
    const reply = await this.database.asUser(caller.userId, (tx) =>
      this.repository.findReply(tx, caller.userId, messageId),
    );
    if (!reply) throw errors.replyNotFound();
    const repeated =
      idempotencyKey && (await this.#findRepeated(caller.userId, 'retry_reply', idempotencyKey, messageId));
    if (repeated) return repeated;
    if (reply.isOpen) throw errors.replyStillOpen();
    const { aiService, question, conversationId, broadcastId, attachment } = reply;
    const input = { message: question, aiServices: [aiService], mode: 'individual', idempotencyKey } as const;
    const retry = { conversationId, broadcastId };
    return this.#send(caller, { input, route: 'retry_reply', body: messageId, retry, attachment });
  }

  /** Requests the end of all open replies, or those of the named services. Answers how many. */
  async cancel(caller: Caller, broadcastId: string, aiServices: readonly string[]): Promise<number> {
    const { userId } = caller;
    const messageIds = await this.database.asUser(userId, async (tx) => {
      if (!(await this.repository.exists(tx, userId, broadcastId))) throw errors.broadcastNotFound();
      return this.repository.requestCancel(tx, userId, broadcastId, aiServices);
    });
    // A reply that runs in another process is stopped there.
    for (const messageId of messageIds) this.runner.stop(messageId, 'cancelled');
    return messageIds.length;
  }

  async #send(caller: Caller, request: SendRequest): Promise<string> {
    const { input } = request;
    const issues = issuesOf(input, request.attachment !== undefined);
    if (issues.length > 0) throw errors.invalidMessage(issues);
    const impossible = impossibleNames(input.aiServices);
    const unknown = impossible.length > 0 ? impossible : await this.catalog.findUnknown(input.aiServices);
    if (unknown.length > 0) throw errors.unknownServices(unknown);
    if (this.drain.signal.aborted) throw errors.shuttingDown();
    const broadcast = this.#newBroadcast(request);
    const leasedAt = performance.now();
    const targets = await this.#store(caller.userId, broadcast, request.continues);
    if (targets.length === 0) return this.#repeated(caller.userId, request);
    this.#start(caller.userId, broadcast, targets, leasedAt);
    return broadcast.broadcastId;
  }

  #newBroadcast({ input, route, body, retry, attachment }: SendRequest): NewBroadcast {
    const { message, aiServices, mode, idempotencyKey: key } = input;
    return {
      broadcastId: uuid(),
      mode,
      message,
      title: titleOf(message) || titleOf(input.attachment?.name ?? ''),
      retry,
      attachment,
      targets: aiServices.map((aiService) => ({
        aiService,
        newConversationId: uuid(),
        questionId: uuid(),
        replyId: uuid(),
      })),
      owner: this.identity.owner,
      leaseMs: this.#leaseMs,
      idempotency: key === undefined ? undefined : { route, key, bodyHash: hashOf(body) },
    };
  }

  async #store(userId: string, broadcast: NewBroadcast, continues?: string): Promise<StoredTarget[]> {
    const store = (mustSeeHistory: boolean) =>
      retryDeadlock(() => this.#storeOnce(userId, broadcast, continues, mustSeeHistory));
    try {
      return await store(true);
    } catch (error) {
      if (error instanceof DuplicateRequestError) return [];
      if (error instanceof UnseenHistoryError) return store(false);
      throw error;
    }
  }

  #storeOnce(userId: string, broadcast: NewBroadcast, continues: string | undefined, mustSeeHistory: boolean) {
    const { broadcastId, message } = broadcast;
    const aiServices = broadcast.targets.map(({ aiService }) => aiService);
    const payload = { broadcastId, userId, aiServices, messageLength: message.length };
    const event = outboxRow('conversation.message_sent.v1', payload, { aggregateId: broadcastId });
    // Not urgent: the relay sends it with the first reply's event, or at its next poll.
    return this.database.asUser(userId, async (tx) => {
      if (continues !== undefined && !(await this.continuing.placeOnDashboard(tx, userId, continues, aiServices))) {
        throw errors.conversationToContinueNotFound();
      }
      const targets = await this.repository.insert(tx, userId, broadcast, event);
      if (targets.length > 0) await this.#publishFileUploaded(tx, userId, broadcast);
      if (continues !== undefined && targets.length === 0) throw new DuplicateRequestError();
      if (mustSeeHistory && continues === undefined && joinsUnseen(broadcast, targets)) throw new UnseenHistoryError();
      return targets;
    });
  }

  async #publishFileUploaded(
    tx: Transaction,
    userId: string,
    { broadcastId, attachment }: NewBroadcast,
  ): Promise<void> {
    const file = attachment?.new;
    if (!file) return;
    const type = extname(file.name).toLowerCase();
    const event = { userId, broadcastId, size: file.size, type };
    await this.events.in(tx).publish('conversation.file_uploaded.v1', event, { aggregateId: broadcastId });
  }

  /** `leasedAt`: the local time before the leases of its replies were stored. */
  #start(
    userId: string,
    { broadcastId, message, attachment }: NewBroadcast,
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
    const file = attachment?.new ?? attachment?.stored;
    targets.forEach((target, place) => {
      const work = { ...target, broadcastId, userId, place, fence: 1, runs: 1, leasedAt };
      this.runner.start(new RunningReply(work, live), threadOf(stored[place]!.history, message, file));
    });
  }

  /** The broadcast that the same request made before. */
  async #repeated(userId: string, { input, route, body }: SendRequest): Promise<string> {
    const broadcastId = await this.#findRepeated(userId, route, input.idempotencyKey!, body);
    if (broadcastId) return broadcastId;
    // The conversation of a retry was deleted meanwhile.
    throw errors.replyNotFound();
  }

  async #findRepeated(userId: string, route: string, key: string, body: unknown): Promise<string | undefined> {
    const earlier = await this.database.asUser(userId, (tx) => this.repository.findByKey(tx, userId, route, key));
    if (!earlier) return undefined;
    if (earlier.bodyHash !== hashOf(body)) throw errors.idempotencyKeyReused();
    return earlier.broadcastId;
  }
}

/** A conversation that another request began or continued at the same moment shows its messages to the next transaction. */
function joinsUnseen({ retry, targets }: NewBroadcast, stored: readonly StoredTarget[]): boolean {
  const isNew = new Set(targets.map(({ newConversationId }) => newConversationId));
  return !retry && stored.some(({ conversation_id, history }) => history.length === 0 && !isNew.has(conversation_id));
}

function hashOf(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('base64url');
}
