import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { inBatches, LOGGER, PeriodicTask } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import { LiveBroadcasts } from '../live/live-broadcasts.service.js';
import { RepliesRepository } from './replies.repository.js';

const everyMs = 60_000;
/** Streams can be taken up exactly for this long after their end; afterwards the reply is told in one piece. */
const partsMs = 15 * 60_000;
const maxRows = 2_000;

/** Tidies away what was kept for streams and repeated requests. */
@Injectable()
export class JanitorCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #tidying: PeriodicTask;

  constructor(
    private readonly live: LiveBroadcasts,
    private readonly replies: RepliesRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#tidying = new PeriodicTask({
      everyMs,
      work: () => this.tidy(),
      onError: (error) => logger.warn({ err: error }, 'removing old parts failed'),
    });
  }

  onApplicationBootstrap(): void {
    this.#tidying.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#tidying.stop();
  }

  async tidy(): Promise<void> {
    this.live.tidy(Date.now());
    const isStopped = () => this.#tidying.isStopped;
    await inBatches(maxRows, (max) => this.replies.tidyParts(partsMs, max), isStopped);
    await inBatches(maxRows, (max) => this.replies.tidyIdempotency(max), isStopped);
  }
}
