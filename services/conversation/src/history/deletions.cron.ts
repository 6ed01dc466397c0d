import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database, LOGGER, PeriodicTask, type Logger } from '@polylogue/service-kit';
import { RemovalRepository } from './removal.repository.js';

const lookEveryMs = 5_000;
/** A transaction of 2,000 rows takes some tens of milliseconds. Most conversations are small: fifty of them go together. */
const batch = { turns: 50, rowsOfTurn: 40 };

/** Removes the rows of conversations that were deleted and are large or many: a batch at a time, at any replica. */
@Injectable()
export class DeletionsCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #removing: PeriodicTask;

  constructor(
    private readonly repository: RemovalRepository,
    private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#removing = new PeriodicTask({
      work: () => this.database.asWorker((tx) => this.repository.continueDeletion(tx, batch)),
      everyMs: lookEveryMs,
      onError: (error) =>
        logger.warn({ err: error }, 'removing deleted conversations failed; retrying at the next interval'),
    });
  }

  onApplicationBootstrap(): void {
    this.#removing.start('soon');
  }

  /** Starts a run now instead of at the next interval. */
  nudge(): void {
    this.#removing.nudge();
  }

  onModuleDestroy(): Promise<void> {
    return this.#removing.stop();
  }
}
