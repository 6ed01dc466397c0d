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
    this.#cleaning.start('soon');
  }

  /** Ends after the batch under way. */
  stop(): Promise<void> {
    return this.#cleaning.stop();
  }

  async #clean(): Promise<void> {
    const { schema } = this.database;
    const outbox = `${schema}.outbox`;
    // In the order they were written, which is nearly that in which they were sent: only the oldest are looked at.
    await this.#removeOld(
      outbox,
      (max) => `SELECT ctid FROM (SELECT ctid, sent_at FROM ${outbox} ORDER BY position LIMIT ${max}) oldest
        WHERE sent_at < now() - interval '${keepDays} days'`,
    );
    const inbox = `${schema}.inbox`;
    // The inbox outlives every row that could still be sent again.
    await this.#removeOld(
      inbox,
      (max) => `SELECT ctid FROM ${inbox} WHERE handled_at < now() - interval '${keepDays * 2} days' LIMIT ${max}`,
    );
  }

  #removeOld(table: string, oldest: (max: number) => string): Promise<void> {
    const remove = async (max: number) => {
      const [, count] = (await this.database.worker.query(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${oldest(max)}))`,
      )) as [unknown, number];
      // Some that were looked at may be young, as they were sent again: there are more to look at as long as any was old.
      return count === 0 ? 0 : max;
    };
    return inBatches(batchSize, remove, () => this.#cleaning.isStopped);
  }
}
