import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '../logging/logger.js';
import { PeriodicTask } from '../timing/periodic-task.js';
import { changesKeptMs } from './change-log.js';
import type { Database } from './database.js';

/** Half of what {@link changesKeptMs} says: what was noted is gone after half a minute. */
const everyMs = changesKeptMs / 2;

/** Clears away what a change log noted a while ago, whether or not anyone reads it. A service has one for each of its logs. */
export class OldChangesCron implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #clearing: PeriodicTask;

  /** `log`: `schema.table`, as in {@link ChangeLogOptions}. */
  constructor(
    private readonly database: Database,
    private readonly log: string,
    logger: Logger,
  ) {
    this.#clearing = new PeriodicTask({
      everyMs,
      work: () => this.clear(),
      onError: (error) =>
        logger.warn({ err: error, log }, 'old notes of changes could not be removed; the next round does'),
    });
  }

  onApplicationBootstrap(): void {
    this.#clearing.start('soon');
  }

  onApplicationShutdown(): Promise<void> {
    return this.#clearing.stop();
  }

  async clear(): Promise<void> {
    await this.database.worker.query(
      `DELETE FROM ${this.log} WHERE noted_at < now() - ${changesKeptMs} * interval '1 millisecond'`,
    );
  }
}
