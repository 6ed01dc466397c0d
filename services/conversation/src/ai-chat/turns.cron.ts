import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, Drain, inBatches, LOGGER, ProcessIdentity, Ticking } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';
import { endOfOrphan } from '../replies/orphan.rules.js';
import { RunningTurnsRepository } from './running-turns.repository.js';
import { TurnRunner } from './turn-runner.service.js';

const watchMs = 500;
const maxTurns = 500;

/** Ends turns whose process went away, and lets those of this one finish when it stops. */
@Injectable()
export class TurnsCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #leaseMs: number;
  readonly #scan: Ticking;
  readonly #lapses: Ticking;
  #drainUntil = Infinity;

  constructor(
    private readonly runner: TurnRunner,
    private readonly repository: RunningTurnsRepository,
    private readonly identity: ProcessIdentity,
    private readonly drain: Drain,
    @Inject(LOGGER) logger: Logger,
    @Inject(CONFIG) config: ConversationConfig,
  ) {
    this.#leaseMs = config.CONVERSATION_LEASE_SECONDS * 1000;
    this.#scan = new Ticking(config.CONVERSATION_HEARTBEAT_SECONDS * 1000, () => this.endLapsed(), {
      onError: (error) => logger.warn({ err: error }, 'lapsed turns could not be looked for'),
    });
    // By itself: it must not wait for a Postgres that does not answer.
    this.#lapses = new Ticking(watchMs, () => Promise.resolve(this.runner.stopLapsed()));
  }

  onApplicationBootstrap(): void {
    this.#scan.start(true);
    this.#lapses.start();
    this.drain.signal.addEventListener('abort', () => {
      this.#drainUntil = performance.now() + this.drain.seconds * 1000;
    });
  }

  /** A turn that lost its process is never asked again by itself: its page decides, and the text stays. */
  async endLapsed(): Promise<void> {
    await inBatches(
      maxTurns,
      (max) => this.#endSome(max),
      () => this.#scan.isStopped,
    );
  }

  async #endSome(max: number): Promise<number> {
    const { owner } = this.identity;
    const lapsed = await this.repository.claimLapsed(owner, this.#leaseMs, max);
    for (const { id, content, cancel_requested, waited_ms } of lapsed) {
      const status = cancel_requested ? 'cancelled' : content === '' ? 'failed' : 'interrupted';
      await this.repository.end(id, owner, content, { ...endOfOrphan(status), responseTimeMs: waited_ms });
    }
    return lapsed.length;
  }

  async onModuleDestroy(): Promise<void> {
    await this.#scan.stop();
    const remaining = Math.max(0, Math.min(this.#drainUntil - performance.now(), this.drain.seconds * 1000));
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([this.runner.settled(), new Promise((resolve) => (timer = setTimeout(resolve, remaining)))]);
    clearTimeout(timer);
    this.runner.stopAll('draining');
    await this.runner.settled();
    await this.#lapses.stop();
  }
}
