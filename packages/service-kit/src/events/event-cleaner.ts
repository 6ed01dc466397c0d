import type { Database } from '../database/database.js';
import type { Logger } from '../logging/logger.js';
import { inBatches } from '../timing/in-batches.js';
import { PeriodicTask } from '../timing/periodic-task.js';

const keepDays = 7;
const everyMs = 3_600_000;
const batchSize = 2_000;

/**
 * Removes what was sent and handled long ago, few rows at a time and apart from what is to be sent: it may be slow or
 * fail, and no event waits for it.
 */
export class EventCleaner {
  readonly #cleaning: PeriodicTask;

  constructor(
    private readonly database: Database,
    logger: Logger,
  ) {
    this.#cleaning = new PeriodicTask({
      everyMs,
      work: () => this.#clean(),
      onError: (error) => logger.warn({ err: error }, 'old events could not be removed; they are in the next round'),
      spread: 0.1,
    });
  }

  start(): void {
    this.#cleaning.start(true);
  }

  /** Ends after the batch under way. */
  stop(): Promise<void> {
    return this.#cleaning.stop();
  }

  async #clean(): Promise<void> {
    await this.#removeOld('outbox', 'sent_at', keepDays);
    // The inbox outlives every row that could still be sent again.
    await this.#removeOld('inbox', 'handled_at', keepDays * 2);
  }

  #removeOld(table: string, column: string, days: number): Promise<void> {
    const { schema, worker } = this.database;
    const name = `${schema}.${table}`;
    const remove = async (max: number) => {
      const [, count] = (await worker.query(
        `DELETE FROM ${name} WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM ${name} WHERE ${column} < now() - interval '${days} days' LIMIT ${max}))`,
      )) as [unknown, number];
      return count;
    };
    return inBatches(batchSize, remove, () => this.#cleaning.isStopped);
  }
}
