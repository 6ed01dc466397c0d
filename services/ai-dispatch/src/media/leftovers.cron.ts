import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database, LOGGER, PeriodicTask, type Logger } from '@polylogue/service-kit';
import { MediaStore } from './media-store.js';
import { MediaRepository } from './media.repository.js';

const everyMs = 5_000;
const atOnce = 20;

/** Removes bytes that no row names any more: of deleted conversations, of erased users, of calls that broke, of pictures never sent. */
@Injectable()
export class LeftoversCron implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeping = new PeriodicTask({
    everyMs,
    work: () => this.sweepAll(),
    onError: (error) => this.logger.warn({ err: error }, 'listing leftover media failed'),
  });

  constructor(
    private readonly repository: MediaRepository,
    private readonly store: MediaStore,
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.sweeping.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweeping.stop();
  }

  /** At once, for what has just been left over. */
  sweep(): Promise<void> {
    return this.sweeping.run();
  }

  private async sweepAll(): Promise<void> {
    await this.database.asWorker((tx) => this.repository.deleteExpired(tx));
    for (let taken = atOnce; taken === atOnce && !this.sweeping.isStopped;) {
      const ids = await this.database.asWorker((tx) => this.repository.takeLeftovers(tx, atOnce));
      for (const id of ids) await this.remove(id);
      taken = ids.length;
    }
  }

  // What cannot be removed now is taken up again in a minute.
  private async remove(id: string): Promise<void> {
    try {
      await this.store.delete(id);
      await this.database.asWorker((tx) => this.repository.forgetLeftover(tx, id));
    } catch (error) {
      this.logger.warn({ err: error, mediaId: id }, 'removing a medium failed');
    }
  }
}
