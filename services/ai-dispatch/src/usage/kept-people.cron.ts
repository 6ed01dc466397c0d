import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, Ticking, type Logger } from '@polylogue/service-kit';
import { KeptPeople } from './kept-people.js';

const everyMs = 30_000;

/** Renews what is kept of the usual spans about once a minute, whichever replica comes first. */
@Injectable()
export class KeptPeopleCron implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly renewing: Ticking;

  constructor(people: KeptPeople, @Inject(LOGGER) logger: Logger) {
    this.renewing = new Ticking(everyMs, () => people.renew(), {
      onError: (error) => logger.warn({ err: error }, 'what people cost could not be renewed'),
    });
  }

  onApplicationBootstrap(): void {
    this.renewing.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.renewing.stop();
  }
}
