import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, Database, LOGGER, ProcessIdentity } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import { CallsRepository } from './calls.repository.js';
import { RunnerService } from './runner.service.js';
import { Ticks } from './ticks.js';

/** Keeps what this process has in hand, and lets go of what another has taken over. */
@Injectable()
export class LeasesCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #ticks: Ticks;

  constructor(
    private readonly database: Database,
    private readonly calls: CallsRepository,
    private readonly runner: RunnerService,
    private readonly identity: ProcessIdentity,
    @Inject(CONFIG) private readonly config: QualityConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#ticks = new Ticks(
      config.QUALITY_HEARTBEAT_SECONDS * 1000,
      () => this.extend(),
      (error) => logger.warn({ err: error }, 'leases of judging could not be extended'),
    );
  }

  onApplicationBootstrap(): void {
    this.#ticks.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#ticks.stop();
  }

  async extend(): Promise<void> {
    const ids = this.runner.running;
    if (ids.length === 0) return;
    const leaseMs = this.config.QUALITY_LEASE_SECONDS * 1000;
    const held = await this.database.asWorker((tx) => this.calls.extend(tx, this.identity.owner, ids, leaseMs));
    for (const id of ids) if (!held.has(id)) this.runner.stop(id);
  }
}
