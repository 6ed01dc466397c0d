import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { inBatches, LOGGER, PeriodicTask } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import { LiveBroadcasts } from '../live/live-broadcasts.service.js';
import { RepliesRepository } from './replies.repository.js';

const everyMs = 60_000;
/** A stream can be resumed event by event for this long after its end; later its text comes in one piece. */
const partsMs = 15 * 60_000;
const maxRows = 2_000;

/** Deletes what was kept for resuming streams and for repeated requests. */
@Injectable()
export class CleanupCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #cleanups: PeriodicTask;

  constructor(
    private readonly live: LiveBroadcasts,
    private readonly replies: RepliesRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#cleanups = new PeriodicTask({
      everyMs,
      work: () => this.cleanUp(),
      onError: (error) =>
        logger.warn({ err: error }, 'deleting old parts of replies and expired idempotency keys failed'),
    });
  }

  onApplicationBootstrap(): void {
    this.#cleanups.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#cleanups.stop();
  }

  async cleanUp(): Promise<void> {
    this.live.evict(Date.now());
    const isStopped = () => this.#cleanups.isStopped;
    await inBatches(maxRows, (max) => this.replies.deleteOldParts(partsMs, max), isStopped);
    await inBatches(maxRows, (max) => this.replies.deleteExpiredKeys(max), isStopped);
  }
}
