import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@polylogue/service-kit';
import { KeptPeople } from './kept-people.js';

const everyMs = 30_000;

/** Renews what is kept of the usual spans about once a minute, whichever replica comes first. */
@Injectable()
export class KeptPeopleCron implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private renewing: Promise<void> | undefined;

  constructor(
    private readonly people: KeptPeople,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.run(), everyMs).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.renewing;
  }

  run(): Promise<void> {
    return (this.renewing ??= this.people
      .renew()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'what people cost could not be renewed'))
      .finally(() => (this.renewing = undefined)));
  }
}
