import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, PeriodicTask, type Logger } from '@polylogue/service-kit';
import type { AiDispatchConfig } from '../config.js';
import { CatalogService } from './catalog.service.js';

/** Probes every service at start and every few minutes, looks for local ones before that, each replica at moments of its own. */
@Injectable()
export class ProbesCron implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly everyMs: number;
  private readonly probing: PeriodicTask;

  constructor(
    private readonly catalog: CatalogService,
    @Inject(CONFIG) config: AiDispatchConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.everyMs = config.AI_DISPATCH_PROBE_SECONDS * 1000;
    this.probing = new PeriodicTask({ everyMs: this.everyMs, work: () => this.lookAndProbe(), spread: 0.1 });
  }

  onApplicationBootstrap(): void {
    if (this.everyMs === 0) return;
    this.probeAll();
    this.probing.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.probing.stop();
  }

  private probeAll(): void {
    for (const { entry } of this.catalog.list()) {
      // Not awaited: a slow service holds up neither the others nor the end.
      this.catalog
        .probe(entry.name, 'probe')
        .catch((error: unknown) => this.logger.warn({ err: error, aiService: entry.name }, 'probing a service failed'));
    }
  }

  private async lookAndProbe(): Promise<void> {
    await this.catalog
      .lookForLocal()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'looking for models on this machine failed'));
    if (!this.probing.isStopped) this.probeAll();
  }
}
