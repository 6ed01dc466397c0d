import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG } from '@polylogue/service-kit';
import type { AiDispatchConfig } from '../config.js';
import { CatalogService } from './catalog.service.js';

/** Probes every service at start and every few minutes, each replica at moments of its own. */
@Injectable()
export class ProbesCron implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly catalog: CatalogService,
    @Inject(CONFIG) private readonly config: AiDispatchConfig,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.AI_DISPATCH_PROBE_SECONDS > 0) this.probeAll();
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
  }

  private probeAll(): void {
    for (const { entry } of this.catalog.list()) void this.catalog.probe(entry.name, 'probe');
    const pause = this.config.AI_DISPATCH_PROBE_SECONDS * 1000 * (0.9 + 0.2 * Math.random());
    this.timer = setTimeout(() => this.probeAll(), pause).unref();
  }
}
