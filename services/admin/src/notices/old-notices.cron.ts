import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database, inBatches, LOGGER, PeriodicTask, type Logger } from '@polylogue/service-kit';
import { NoticesRepository } from './notices.repository.js';

const everyMs = 3_600_000;
const keptDays = 90;
const keptPerUser = 500;
const maxRows = 2_000;

/** Forgets notices after some months, and of many the oldest. */
@Injectable()
export class OldNoticesCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #removing: PeriodicTask;

  constructor(
    private readonly database: Database,
    private readonly notices: NoticesRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#removing = new PeriodicTask({
      everyMs,
      work: () => this.removeAll(),
      onError: (error) => logger.warn({ err: error }, 'removing old notices failed'),
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
    const { database, notices } = this;
    await inBatches(maxRows, (max) => database.asWorker((tx) => notices.removeOld(tx, keptDays, max)), isStopped);
    await inBatches(maxRows, (max) => database.asWorker((tx) => notices.removeBeyond(tx, keptPerUser, max)), isStopped);
  }
}
