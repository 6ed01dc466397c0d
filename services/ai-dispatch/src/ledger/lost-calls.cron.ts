import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, PeriodicTask, type Logger } from '@polylogue/service-kit';
import type { AiDispatchConfig } from '../config.js';
import { LedgerService } from './ledger.service.js';

const everyMs = 10 * 60_000;
/** The longest time that a row of the catalog may give a reply. */
const maxTotalMs = 3_600_000;
/** For clocks that differ, and for an end that waits for Postgres. */
const marginMs = 10 * 60_000;
const batch = 500;

/** Ends the calls that a process which is gone has left open, at the start and from time to time. */
@Injectable()
export class LostCallsCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #ageMs: number;
  readonly #ending: PeriodicTask;

  constructor(
    private readonly ledger: LedgerService,
    @Inject(CONFIG) config: AiDispatchConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#ageMs = Math.max(maxTotalMs, config.AI_DISPATCH_TOTAL_MS) + marginMs;
    this.#ending = new PeriodicTask({
      everyMs,
      work: () => this.end(),
      onError: (error) => logger.warn({ err: error }, 'ending calls of lost processes failed'),
      spread: 0.5,
    });
  }

  onApplicationBootstrap(): void {
    this.#ending.start('soon');
  }

  onModuleDestroy(): Promise<void> {
    return this.#ending.stop();
  }

  /** Some hundreds at a time, until there are none. */
  async end(): Promise<void> {
    const startedBefore = new Date(Date.now() - this.#ageMs);
    for (let ended = batch; ended === batch;) {
      if (this.#ending.isStopped) return;
      ended = await this.ledger.endLost(startedBefore, batch);
      if (ended > 0) this.logger.warn({ calls: ended }, 'calls of lost processes were ended');
    }
    await this.ledger.watchFrom(startedBefore);
  }
}
