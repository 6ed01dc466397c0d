import { Injectable } from '@nestjs/common';
import { Database, type Caller } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import { BlindService } from '../blind/blind.service.js';
import { ReplyRunner } from '../replies/reply-runner.service.js';
import * as errors from './broadcasts.errors.js';
import { BroadcastsRepository } from './broadcasts.repository.js';
import { IdempotencyService } from './idempotency.service.js';
import { MessageSender } from './message-sender.service.js';
import type { MessageInput, OwnComparison } from './send-message.rules.js';

/** What a user does with broadcasts, apart from reading them. */
@Injectable()
export class BroadcastsService {
  constructor(
    private readonly repository: BroadcastsRepository,
    private readonly sender: MessageSender,
    private readonly blind: BlindService,
    private readonly idempotency: IdempotencyService,
    private readonly runner: ReplyRunner,
    private readonly database: Database,
  ) {}

  /** Stores a message and dispatches it to every service. Answers the broadcast's id; its stream is read separately. */
  async send(caller: Caller, input: MessageInput): Promise<string> {
    caller.mustBeApproved();
    const { message, aiServices, mode, attachments = [], ownComparison, comparisonSettings } = input;
    if (ownComparison) return this.#sendApart(caller, input, ownComparison);
    const what = [
      message,
      aiServices,
      mode,
      ...(input.isBlind ? ['blind'] : []),
      ...(input.queued ? ['queued'] : []),
      ...(comparisonSettings ? [comparisonSettings] : []),
    ];
    if (attachments.length === 0) return this.sender.send(caller, { input, route: 'send_message', body: what });
    const body = [...what, ...attachments.flatMap(({ name, sha256 }) => [name, sha256])];
    return this.sender.send(caller, {
      input,
      route: 'send_message_with_file',
      body,
      attached: { id: uuid(), new: attachments },
    });
  }

  /** Sends a message on top of a conversation from history, to its own service and to others. */
  async continue(caller: Caller, conversationId: string, input: MessageInput): Promise<string> {
    caller.mustBeApproved();
    await this.blind.mustBeRevealed(caller.userId, [conversationId]);
    const { message, aiServices } = input;
    const body = [conversationId, message, aiServices];
    return this.sender.send(caller, { input, route: 'continue_conversation', body, continues: { conversationId } });
  }

  /** Sends a message on top of a summary: each service begins a conversation with the question and the summary. */
  async continueSummary(caller: Caller, summaryId: string, input: MessageInput): Promise<string> {
    caller.mustBeApproved();
    const { message, aiServices } = input;
    const body = [summaryId, message, aiServices];
    return this.sender.send(caller, { input, route: 'continue_summary', body, continues: { summaryId } });
  }

  /** Sends a message into the threads of a comparison. */
  async continueComparison(
    caller: Caller,
    comparisonId: string,
    input: MessageInput,
    settings: OwnComparison['settings'],
  ): Promise<string> {
    caller.mustBeApproved();
    const body = [comparisonId, input.message, input.aiServices, settings];
    return this.sender.send(caller, {
      input,
      route: 'continue_comparison',
      body,
      settings: forEach(input.aiServices, settings),
      continues: { comparisonId },
    });
  }

  #sendApart(caller: Caller, input: MessageInput, { history, settings }: OwnComparison): Promise<string> {
    const { message, aiServices, comparisonSettings } = input;
    const body = [message, aiServices, history, settings, ...(comparisonSettings ? [comparisonSettings] : [])];
    const ofEach = forEach(aiServices, settings);
    return this.sender.send(caller, { input, route: 'send_apart', body, settings: ofEach, continues: { history } });
  }

  /** Dispatches one reply again: a new question in its conversation, with the same history as the first one had. */
  async retry(caller: Caller, messageId: string, idempotencyKey: string | undefined): Promise<string> {
    caller.mustBeApproved();
    const reply = await this.database.asUser(caller.userId, (tx) =>
      this.repository.findReply(tx, caller.userId, messageId),
    );
    if (!reply) throw errors.replyNotFound();
    const same = { route: 'retry_reply', body: messageId } as const;
    const earlier =
      idempotencyKey && (await this.idempotency.findBroadcast(caller.userId, { ...same, key: idempotencyKey }));
    if (earlier) return earlier;
    if (reply.isOpen) throw errors.replyStillOpen();
    const { aiService, question, conversationId, broadcastId, firstPosition, attached } = reply;
    const input = { message: question, aiServices: [aiService], mode: 'individual', idempotencyKey } as const;
    const retry = { conversationId, broadcastId, firstPosition };
    return this.sender.send(caller, { ...same, input, retry, attached });
  }

  /** Sends the question of a round again as it was sent then; no services: those of the round. */
  async replay(caller: Caller, broadcastId: string, wanted: readonly string[], idempotencyKey: string | undefined) {
    caller.mustBeApproved();
    const round = await this.database.asUser(caller.userId, (tx) =>
      this.repository.findRound(tx, caller.userId, broadcastId),
    );
    if (!round) throw errors.broadcastNotFound();
    await this.blind.mustBeRevealed(caller.userId, [broadcastId]);
    const { question, attached, settings } = round;
    const aiServices = wanted.length > 0 ? wanted : round.aiServices;
    const mode = aiServices.length === 1 ? ('individual' as const) : ('selective' as const);
    const input = { message: question, aiServices, mode, idempotencyKey };
    const same = { route: 'replay_broadcast', body: [broadcastId, aiServices] } as const;
    return this.sender.send(caller, {
      ...same,
      input,
      attached,
      settings,
      continues: { replayedId: broadcastId },
    });
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
}

const forEach = (aiServices: readonly string[], settings: OwnComparison['settings']) =>
  new Map(settings ? aiServices.map((name) => [name, settings]) : []);
