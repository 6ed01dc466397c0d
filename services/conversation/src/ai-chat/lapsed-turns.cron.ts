import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, inBatches, LOGGER, PeriodicTask } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';
import { endOfOrphan } from '../replies/orphan.rules.js';
import { RunningTurnsRepository } from './running-turns.repository.js';

const maxTurns = 500;

/** Ends turns whose process is gone: at the start, and every heartbeat. */
@Injectable()
export class LapsedTurnsCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #leaseMs: number;
  readonly #ending: PeriodicTask;

  constructor(
    private readonly repository: RunningTurnsRepository,
    @Inject(CONFIG) config: ConversationConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#leaseMs = config.CONVERSATION_LEASE_SECONDS * 1000;
    this.#ending = new PeriodicTask({
      everyMs: config.CONVERSATION_HEARTBEAT_SECONDS * 1000,
      work: () => this.endLapsed(),
      onError: (error) => logger.warn({ err: error }, 'looking for turns whose process is gone failed'),
    });
  }

  onApplicationBootstrap(): void {
    this.#ending.start(true);
  }

  onModuleDestroy(): Promise<void> {
    return this.#ending.stop();
  }

  /** Such a turn is ended and not dispatched again: only the page drives an AI conversation. Its text stays. */
  endLapsed(): Promise<void> {
    return inBatches(
      maxTurns,
      (max) => this.#endSome(max),
      () => this.#ending.isStopped,
    );
  }

  async #endSome(max: number): Promise<number> {
    const lapsed = await this.repository.claimLapsed(this.#leaseMs, max);
    for (const { id, fence, content, cancel_requested, waited_ms } of lapsed) {
      const status = cancel_requested ? 'cancelled' : content === '' ? 'failed' : 'interrupted';
      await this.repository.end({ id, fence }, content, { ...endOfOrphan(status), responseTimeMs: waited_ms });
    }
    return lapsed.length;
  }
}
