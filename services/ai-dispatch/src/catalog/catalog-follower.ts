import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Events, LOGGER, PeriodicTask, type Logger } from '@polylogue/service-kit';
import { CatalogService } from './catalog.service.js';

const lookMs = 10_000;

/** Follows what administrators change on any replica: at once by the event, and by looking now and then without NATS. */
@Injectable()
export class CatalogFollower implements OnApplicationBootstrap, OnModuleDestroy {
  private stop = () => {};
  private readonly looking = new PeriodicTask({ everyMs: lookMs, work: () => this.follow() });

  constructor(
    private readonly catalog: CatalogService,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.stop = this.events.watch(['ai_dispatch.catalog_changed.v1'], () => void this.follow());
    this.looking.start();
  }

  onModuleDestroy(): Promise<void> {
    this.stop();
    return this.looking.stop();
  }

  /** Reads the catalog again when it was changed. */
  async follow(): Promise<void> {
    try {
      if (await this.catalog.isStale()) await this.catalog.reload();
    } catch (error) {
      this.logger.warn({ err: error }, 'the catalog cannot be read again for now');
    }
  }
}
