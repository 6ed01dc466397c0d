import { Inject, Injectable } from '@nestjs/common';
import type { AiService } from '@polylogue/proto';
import {
  CatalogClient,
  CONFIG,
  Database,
  Drain,
  ProcessIdentity,
  type Caller,
  type Transaction,
} from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import { shuttingDown } from '../broadcasts/broadcasts.errors.js';
import { hashBody } from '../broadcasts/idempotency.service.js';
import type { ConversationConfig } from '../config.js';
import { followText } from '../texts/follow-text.js';
import type { TextEvent } from '../texts/text.entity.js';
import * as errors from './summaries.errors.js';
import { SummariesRepository } from './summaries.repository.js';
import type { SummarizedReply, Summary, SummaryInput } from './summary.entity.js';
import { SummaryMatterService } from './summary-matter.service.js';
import { summaryTask, summaryThread } from './summary-prompt.rules.js';
import { issuesOfSummary } from './summary.rules.js';
import { SummaryRunner } from './summary-runner.service.js';

type Stored = { item: Summary; replies: readonly SummarizedReply[] } | { repeated: string };

/** Lets one service make something of several replies: stored first, then dispatched, and kept with their round. */
@Injectable()
export class SummariesService {
  readonly #leaseMs: number;

  constructor(
    private readonly repository: SummariesRepository,
    private readonly runner: SummaryRunner,
    private readonly matter: SummaryMatterService,
    private readonly catalog: CatalogClient,
    private readonly database: Database,
    private readonly identity: ProcessIdentity,
    private readonly drain: Drain,
    @Inject(CONFIG) config: ConversationConfig,
  ) {
    this.#leaseMs = config.CONVERSATION_LEASE_SECONDS * 1000;
  }

  /** Answers the summary's id as soon as it is stored; its stream is read separately. */
  async start(caller: Caller, input: SummaryInput): Promise<string> {
    caller.mustBeApproved();
    const issues = issuesOfSummary(input);
    if (issues.length > 0) throw errors.invalidSummary(issues);
    if (this.drain.signal.aborted) throw shuttingDown();
    const services = await this.catalog.list();
    const leasedAt = performance.now();
    const { userId } = caller;
    const stored = await this.database.asUser(userId, (tx) => this.#store(tx, userId, input, services));
    if ('repeated' in stored) return stored.repeated;
    const { item, replies } = stored;
    const thread = summaryThread(item, replies);
    this.runner.start({ item, userId, thread, withoutDefaults: true, task: summaryTask, leasedAt });
    return item.id;
  }

  /** All text of a summary from the beginning, then its end. */
  follow(userId: string, id: string, signal: AbortSignal): AsyncGenerator<TextEvent<Summary>> {
    const source = {
      running: this.runner.findOf(userId, id),
      find: () => this.repository.find(userId, id),
      notFound: errors.summaryNotFound,
      stopping: shuttingDown,
      drain: this.drain,
    };
    return followText(source, signal);
  }

  async get(userId: string, id: string): Promise<Summary> {
    const summary = await this.repository.find(userId, id);
    if (!summary) throw errors.summaryNotFound();
    return summary;
  }

  list({ userId }: Caller, broadcastId: string): Promise<Summary[]> {
    return this.database.asUser(userId, (tx) => this.repository.list(tx, userId, [broadcastId]));
  }

  /** Whether it was still being written. */
  async cancel({ userId }: Caller, id: string): Promise<boolean> {
    const isOpen = await this.database.asUser(userId, (tx) => this.repository.requestCancel(tx, userId, id));
    if (isOpen === undefined) throw errors.summaryNotFound();
    // One that runs in another process is stopped there.
    if (isOpen) this.runner.stop(id, 'cancelled');
    return isOpen;
  }

  async delete(caller: Caller, id: string): Promise<void> {
    await this.cancel(caller, id);
    const { userId } = caller;
    await this.database.asUser(userId, (tx) => this.repository.delete(tx, userId, id));
  }

  async #store(tx: Transaction, userId: string, input: SummaryInput, services: readonly AiService[]): Promise<Stored> {
    const { messageIds, kind, idempotencyKey } = input;
    const instruction = kind === 'instruction' ? input.instruction : undefined;
    const id = uuid();
    if (idempotencyKey !== undefined) {
      const bodyHash = hashBody([messageIds, kind, instruction ?? null, input.aiService ?? null]);
      const earlier = await this.repository.takeKey(tx, userId, idempotencyKey, bodyHash, id);
      if (earlier && earlier.bodyHash !== bodyHash) throw errors.summaryKeyReused();
      if (earlier) return { repeated: earlier.id };
    }
    const { broadcastId, replies, aiService } = await this.matter.read(tx, userId, input, services);
    const conversationIds = [...new Set(replies.map(({ conversationId }) => conversationId))];
    const replyServices = replies.map((reply) => reply.aiService);
    const row = { id, broadcastId, messageIds, conversationIds, replyServices, kind, instruction, aiService };
    const owned = { owner: this.identity.owner, leaseMs: this.#leaseMs };
    const createdAt = await this.repository.insert(tx, userId, { ...row, ...owned });
    return { item: { ...row, content: '', createdAt }, replies };
  }
}
