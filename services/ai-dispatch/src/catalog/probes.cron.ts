import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, type Logger } from '@polylogue/service-kit';
import type { AiDispatchConfig } from '../config.js';
import { CatalogService } from './catalog.service.js';

/** Probes every service at start and every few minutes, looks for local ones before that, each replica at moments of its own. */
@Injectable()
export class ProbesCron implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly catalog: CatalogService,
    @Inject(CONFIG) private readonly config: AiDispatchConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.AI_DISPATCH_PROBE_SECONDS > 0) this.probeAll();
  }

  onModuleDestroy(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private probeAll(): void {
    for (const { entry } of this.catalog.list()) void this.catalog.probe(entry.name, 'probe');
    const pause = this.config.AI_DISPATCH_PROBE_SECONDS * 1000 * (0.9 + 0.2 * Math.random());
    this.timer = setTimeout(() => void this.lookAndProbe(), pause).unref();
  }

  private async lookAndProbe(): Promise<void> {
    await this.catalog
      .lookForLocal()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'nobody could look for models on this machine'));
    if (!this.isStopped) this.probeAll();
  }
}
