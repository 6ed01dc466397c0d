import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, PeriodicTask, type Logger } from '@polylogue/service-kit';
import { TopSpendersCache } from './top-spenders-cache.js';

const everyMs = 30_000;

/** Renews what is kept of the usual spans about once a minute, whichever replica comes first. */
@Injectable()
export class TopSpendersCacheCron implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly renewing: PeriodicTask;

  constructor(spenders: TopSpendersCache, @Inject(LOGGER) logger: Logger) {
    this.renewing = new PeriodicTask({
      everyMs,
      work: () => spenders.renew(),
      onError: (error) => logger.warn({ err: error }, 'renewing the top spenders failed'),
    });
  }

  onApplicationBootstrap(): void {
    this.renewing.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.renewing.stop();
  }
}
