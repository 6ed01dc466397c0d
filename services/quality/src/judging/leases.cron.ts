import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, Database, LOGGER, ProcessIdentity, Ticking } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import { CallsRepository } from './calls.repository.js';
import { RunnerService } from './runner.service.js';

/** Keeps what this process has in hand, and lets go of what another has taken over. */
@Injectable()
export class LeasesCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #ticking: Ticking;

  constructor(
    private readonly database: Database,
    private readonly calls: CallsRepository,
    private readonly runner: RunnerService,
    private readonly identity: ProcessIdentity,
    @Inject(CONFIG) private readonly config: QualityConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#ticking = new Ticking(config.QUALITY_HEARTBEAT_SECONDS * 1000, () => this.extend(), {
      onError: (error) => logger.warn({ err: error }, 'leases of judging could not be extended'),
    });
  }

  onApplicationBootstrap(): void {
    this.#ticking.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#ticking.stop();
  }

  async extend(): Promise<void> {
    const ids = this.runner.running;
    if (ids.length === 0) return;
    const leaseMs = this.config.QUALITY_LEASE_SECONDS * 1000;
    const held = await this.database.asWorker((tx) => this.calls.extend(tx, this.identity.owner, ids, leaseMs));
    for (const id of ids) if (!held.has(id)) this.runner.stop(id);
  }
}
