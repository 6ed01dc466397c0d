import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, PeriodicTask } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import { ClaimsService } from './claims.service.js';

/** Claims due queries at an interval. */
@Injectable()
export class DueQueriesCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #claiming: PeriodicTask;

  constructor(claims: ClaimsService, @Inject(CONFIG) config: SchedulerConfig, @Inject(LOGGER) logger: Logger) {
    this.#claiming = new PeriodicTask({
      everyMs: config.SCHEDULER_TICK_SECONDS * 1000,
      spread: 0.25,
      work: () => claims.claimDue(),
      onError: (error) => logger.warn({ err: error }, 'claiming due queries failed'),
    });
  }

  onApplicationBootstrap(): void {
    this.#claiming.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#claiming.stop();
  }
}
