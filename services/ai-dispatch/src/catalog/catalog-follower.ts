import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Events, LOGGER, PeriodicTask, type Logger } from '@polylogue/service-kit';
import { CatalogService } from './catalog.service.js';

const lookMs = 10_000;

/**
 * Follows what administrators change on any replica: at once by the event, and by looking now and then without NATS. What
 * another replica has seen of a service is followed by the event alone.
 */
@Injectable()
export class CatalogFollower implements OnApplicationBootstrap, OnModuleDestroy {
  private stops: (() => void)[] = [];
  private readonly looking = new PeriodicTask({ everyMs: lookMs, work: () => this.follow() });

  constructor(
    private readonly catalog: CatalogService,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.stops = [
      this.events.watch(['ai_dispatch.catalog_changed.v1'], () => void this.follow()),
      this.events.watch(['ai_dispatch.service_status_changed.v1'], (_subject, { name }) => void this.hear(name)),
    ];
    this.looking.start();
  }

  onModuleDestroy(): Promise<void> {
    for (const stop of this.stops) stop();
    return this.looking.stop();
  }

  /** Reads the catalog again when it was changed. */
  async follow(): Promise<void> {
    try {
      if (await this.catalog.isStale()) await this.catalog.reload();
    } catch (error) {
      this.logger.warn({ err: error }, 'reading the changed catalog failed; retrying at the next interval');
    }
  }

  private async hear(name: string): Promise<void> {
    try {
      await this.catalog.hear(name);
    } catch (error) {
      this.logger.warn({ err: error, aiService: name }, 'reading the status of a service failed');
    }
  }
}
