import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database, inBatches, LOGGER, PeriodicTask, type Logger } from '@polylogue/service-kit';
import { stagedKinds, StagedPartsRepository } from './staged-parts.repository.js';

const everyMs = 3_600_000;
/** As long as NATS keeps the event that an import has come in, so that a late one finds its parts. */
const keptDays = 8;
/** Of a megabyte each. */
const maxRows = 100;

/** Removes parts of imports, taken or given up: what they hold stands where its conversations' deletion reaches it, or nowhere. */
@Injectable()
export class OldPartsCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #removing: PeriodicTask;

  constructor(
    private readonly database: Database,
    private readonly parts: StagedPartsRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#removing = new PeriodicTask({
      everyMs,
      work: () => this.removeAll(),
      onError: (error) => logger.warn({ err: error }, 'removing old parts of imports failed'),
      spread: 0.5,
    });
  }

  onApplicationBootstrap(): void {
    this.#removing.start('soon');
  }

  onModuleDestroy(): Promise<void> {
    return this.#removing.stop();
  }

  async removeAll(): Promise<void> {
    const isStopped = () => this.#removing.isStopped;
    for (const kind of stagedKinds) {
      const remove = (max: number) => this.database.asWorker((tx) => this.parts.removeAfter(tx, kind, keptDays, max));
      await inBatches(maxRows, remove, isStopped);
    }
  }
}
