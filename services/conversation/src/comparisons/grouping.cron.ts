import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database, LOGGER, PeriodicTask, type Logger } from '@polylogue/service-kit';
import { ComparisonsRepository } from './comparisons.repository.js';

const everyMs = 60_000;
/** A transaction of this size takes some tens of milliseconds. */
const rowsPerBatch = 1_000;

/** Puts what earlier versions stored into comparisons: a batch at a time, at any replica. */
@Injectable()
export class GroupingCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #grouping: PeriodicTask;

  constructor(repository: ComparisonsRepository, database: Database, @Inject(LOGGER) logger: Logger) {
    this.#grouping = new PeriodicTask({
      work: () => database.asWorker((tx) => repository.group(tx, rowsPerBatch)),
      everyMs,
      onError: (error) => logger.warn({ err: error }, 'grouping conversations failed; retrying at the next interval'),
    });
  }

  onApplicationBootstrap(): void {
    this.#grouping.start('soon');
  }

  onModuleDestroy(): Promise<void> {
    return this.#grouping.stop();
  }
}
