import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, PeriodicTask, type Logger } from '@polylogue/service-kit';
import { RemovalsService } from './removals.service.js';

const everyMs = 60_000;

/** Puts what was removed on a day into the audit log once the day is over. */
@Injectable()
export class RemovalsCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #auditing: PeriodicTask;

  constructor(removals: RemovalsService, @Inject(LOGGER) logger: Logger) {
    this.#auditing = new PeriodicTask({
      everyMs,
      spread: 0.25,
      work: () => removals.auditOne(),
      onError: (error) => logger.warn({ err: error }, 'auditing what was removed by the rule of retention failed'),
    });
  }

  onApplicationBootstrap(): void {
    this.#auditing.start('soon');
  }

  /** Looks now instead of at the next interval. */
  nudge(): void {
    this.#auditing.nudge();
  }

  onModuleDestroy(): Promise<void> {
    return this.#auditing.stop();
  }
}
