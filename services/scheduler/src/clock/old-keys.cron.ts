import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, inBatches, LOGGER, PeriodicTask } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import { IdempotencyRepository } from '../saved-queries/idempotency.repository.js';

const maxKeys = 2_000;

/** Removes idempotency keys after a day, when they no longer count. */
@Injectable()
export class OldKeysCron implements OnModuleDestroy {
  readonly #removing: PeriodicTask;

  constructor(
    private readonly database: Database,
    private readonly idempotency: IdempotencyRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#removing = new PeriodicTask({
      work: () => this.removeAll(),
      onError: (error) => logger.warn({ err: error }, 'removing old idempotency keys failed'),
    });
  }

  @Interval(60_000)
  remove(): Promise<void> {
    return this.#removing.run();
  }

  onModuleDestroy(): Promise<void> {
    return this.#removing.stop();
  }

  removeAll(): Promise<void> {
    const remove = (max: number) => this.database.asWorker((tx) => this.idempotency.removeOld(tx, max));
    return inBatches(maxKeys, remove, () => this.#removing.isStopped);
  }
}
