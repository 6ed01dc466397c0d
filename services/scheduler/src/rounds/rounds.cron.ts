import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, PeriodicTask } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import { RoundsService } from './rounds.service.js';

/** Looks for rounds that are owed to History: those of runs that have just ended, and those another process left. */
@Injectable()
export class RoundsCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #handingOver: PeriodicTask;

  constructor(rounds: RoundsService, @Inject(CONFIG) config: SchedulerConfig, @Inject(LOGGER) logger: Logger) {
    this.#handingOver = new PeriodicTask({
      everyMs: config.SCHEDULER_TICK_SECONDS * 1000,
      spread: 0.25,
      work: () => rounds.handOverAll(),
      onError: (error) => logger.warn({ err: error }, 'looking for runs to hand over to History failed'),
    });
  }

  onApplicationBootstrap(): void {
    this.#handingOver.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#handingOver.stop();
  }
}
