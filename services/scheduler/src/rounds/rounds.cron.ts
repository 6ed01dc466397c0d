import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, PeriodicTask } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import { RoundsService } from './rounds.service.js';

/** Sweeping looks at many runs and rarely finds one. */
const sweepEvery = 10;

/** Looks for rounds that are owed to History: those of runs that have just ended, and those another process left. */
@Injectable()
export class RoundsCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #handingOver: PeriodicTask;
  readonly #sweeping: PeriodicTask;

  constructor(
    private readonly rounds: RoundsService,
    @Inject(CONFIG) config: SchedulerConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#handingOver = new PeriodicTask({
      everyMs: config.SCHEDULER_TICK_SECONDS * 1000,
      spread: 0.25,
      work: () => rounds.handOverAll(),
      onError: (error) => logger.warn({ err: error }, 'looking for runs to hand over to History failed'),
    });
    this.#sweeping = new PeriodicTask({
      everyMs: config.SCHEDULER_RECONCILE_SECONDS * 1000 * sweepEvery,
      spread: 0.25,
      work: () => rounds.sweep(),
      onError: (error) => logger.warn({ err: error }, 'looking for runs that an older scheduler left failed'),
    });
  }

  onApplicationBootstrap(): void {
    this.#handingOver.start();
    this.#sweeping.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.#handingOver.stop(), this.#sweeping.stop()]);
    await this.rounds.ended();
  }
}
