import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LeaseClock, LOGGER } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';
import { endOfOrphan } from './orphan.rules.js';
import { RepliesRepository } from './replies.repository.js';
import { ReplyAsking } from './reply-asking.js';
import { ReplyWriter } from './reply-writer.service.js';
import type { RunningReply, StopReason } from './running-reply.js';
import { ServiceAsker } from './service-asker.service.js';
import type { ChatTurn } from './thread.rules.js';

/** Runs the replies this process has claimed, each for itself, whoever reads along or not. */
@Injectable()
export class ReplyRunner {
  readonly #running = new Map<string, RunningReply>();
  readonly #work = new Set<Promise<void>>();
  /** How long this process may go on with each reply by its own clock. */
  readonly leases: LeaseClock<string>;

  constructor(
    private readonly asker: ServiceAsker,
    private readonly writer: ReplyWriter,
    private readonly repository: RepliesRepository,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) config: ConversationConfig,
  ) {
    this.leases = new LeaseClock(config.CONVERSATION_LEASE_SECONDS * 1000);
  }

  /** `actsLater`: no request stands behind this run, so the service vouches for the user. */
  start(running: RunningReply, thread: readonly ChatTurn[], actsLater = false): void {
    const { messageId, leasedAt } = running.work;
    this.#running.set(messageId, running);
    this.leases.hold([messageId], leasedAt);
    if (!this.leases.isHeld(messageId)) running.stop('lapsed');
    const work = this.#run(running, thread, actsLater)
      .catch((error: unknown) => {
        // Whoever finds its lease lapsed decides about it.
        this.logger.error({ err: error, messageId }, 'a reply could not be run');
        running.live.log.lose();
      })
      .finally(() => {
        this.leases.drop(messageId);
        this.#running.delete(messageId);
        this.#work.delete(work);
      });
    this.#work.add(work);
  }

  get running(): readonly string[] {
    return [...this.#running.keys()];
  }

  find(messageId: string): RunningReply | undefined {
    return this.#running.get(messageId);
  }

  stop(messageId: string, reason: StopReason): void {
    this.#running.get(messageId)?.stop(reason);
  }

  /** The users whose replies run here. */
  get users(): string[] {
    return [...this.#running.values()].map(({ work }) => work.userId);
  }

  /** Ends the replies of a user who may no longer spend. */
  stopUser(userId: string): void {
    for (const running of this.#running.values()) if (running.work.userId === userId) running.stop('cancelled');
  }

  /** Resolves when nothing runs. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  async #run(running: RunningReply, thread: readonly ChatTurn[], actsLater: boolean): Promise<void> {
    const began = performance.now();
    const asking = new ReplyAsking(running, thread, actsLater, this.writer, this.repository, this.leases);
    const end = await this.asker.ask(asking);
    if (running.stopReason === 'lost') running.live.log.lose();
    else if (end) await this.writer.end(running, end);
    else if (running.stopReason === 'lapsed') await this.#leave(running, performance.now() - began);
  }

  /** What had arrived is stored unless another process is faster; what had not begun is left to whoever claims it. */
  async #leave(running: RunningReply, responseTimeMs: number): Promise<void> {
    this.logger.warn({ messageId: running.work.messageId }, 'the lease of a reply lapsed; it is not asked on');
    if (running.content === '') running.live.log.lose();
    else await this.writer.end(running, { ...endOfOrphan('interrupted'), responseTimeMs });
  }
}
