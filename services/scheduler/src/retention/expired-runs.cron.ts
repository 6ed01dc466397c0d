import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, PeriodicTask, type Logger } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import { ExpiredRunsService } from './expired-runs.service.js';

/** Looks for runs that are no longer kept: at any replica, and two at once remove nothing twice. */
@Injectable()
export class ExpiredRunsCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #removing: PeriodicTask;

  constructor(runs: ExpiredRunsService, @Inject(CONFIG) config: SchedulerConfig, @Inject(LOGGER) logger: Logger) {
    this.#removing = new PeriodicTask({
      everyMs: config.SCHEDULER_RETENTION_SECONDS * 1000,
      spread: 0.25,
      work: () => runs.removeExpired(() => this.#removing.isStopped),
      onError: (error) =>
        logger.warn({ err: error }, 'removing runs that are no longer kept failed; retrying at the next interval'),
    });
  }

  onApplicationBootstrap(): void {
    this.#removing.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#removing.stop();
  }
}
