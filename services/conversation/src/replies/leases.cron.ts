import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, Drain, ProcessIdentity, Ticking } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';
import { RepliesRepository } from './replies.repository.js';
import { ReplyRunner } from './reply-runner.service.js';
import { ReplyWriter } from './reply-writer.service.js';

const cancelPollMs = 500;
const watchMs = 500;

/** Keeps the leases of running replies, notices what was taken or cancelled elsewhere, and gives all back at the end. */
@Injectable()
export class LeasesCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #leaseMs: number;
  readonly #heartbeat: Ticking;
  readonly #cancels: Ticking;
  readonly #lapses: Ticking;
  #drainUntil = Infinity;

  constructor(
    private readonly runner: ReplyRunner,
    private readonly writer: ReplyWriter,
    private readonly repository: RepliesRepository,
    private readonly identity: ProcessIdentity,
    private readonly drain: Drain,
    @Inject(CONFIG) config: ConversationConfig,
  ) {
    this.#leaseMs = config.CONVERSATION_LEASE_SECONDS * 1000;
    this.#heartbeat = new Ticking(config.CONVERSATION_HEARTBEAT_SECONDS * 1000, () => this.extend());
    this.#cancels = new Ticking(cancelPollMs, () => this.noticeCancels());
    // By itself: it must not wait for a Postgres that does not answer.
    this.#lapses = new Ticking(watchMs, () => Promise.resolve(this.stopLapsed()));
  }

  onApplicationBootstrap(): void {
    this.#heartbeat.start();
    this.#cancels.start();
    this.#lapses.start();
    this.drain.signal.addEventListener('abort', () => {
      this.#drainUntil = performance.now() + this.drain.seconds * 1000;
    });
  }

  async extend(): Promise<void> {
    const messageIds = this.runner.running;
    if (messageIds.length === 0) return;
    const { owner } = this.identity;
    const askedAt = performance.now();
    const extended = await this.repository.extendLeases(owner, messageIds, this.#leaseMs);
    this.runner.leases.extend(extended, askedAt);
    const others = messageIds.filter((messageId) => !extended.has(messageId));
    if (others.length === 0) return;
    const held = await this.repository.findHeld(owner, others);
    // One that ended meanwhile runs no more, and is not told.
    for (const messageId of others) if (!held.has(messageId)) this.runner.stop(messageId, 'lost');
  }

  /** Ends what could not be extended in time, before another process may take it over. */
  stopLapsed(): void {
    for (const messageId of this.runner.leases.lapsed) this.runner.stop(messageId, 'lapsed');
  }

  async noticeCancels(): Promise<void> {
    if (this.runner.running.length === 0) return;
    for (const messageId of await this.repository.findCancelled(this.identity.owner)) {
      this.runner.stop(messageId, 'cancelled');
    }
  }

  /** Lets replies finish for the time there is; what is left is written down and given to a successor at once. */
  async onModuleDestroy(): Promise<void> {
    const remaining = Math.max(0, Math.min(this.#drainUntil - performance.now(), this.drain.seconds * 1000));
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([this.runner.settled(), new Promise((resolve) => (timer = setTimeout(resolve, remaining)))]);
    clearTimeout(timer);
    await Promise.all([this.#heartbeat.stop(), this.#cancels.stop(), this.#lapses.stop()]);
    const left = this.runner.running;
    for (const messageId of left) this.runner.stop(messageId, 'draining');
    await this.writer.close();
    await this.runner.settled();
    if (left.length > 0) await this.repository.releaseLeases(this.identity.owner, left).catch(() => undefined);
  }
}
