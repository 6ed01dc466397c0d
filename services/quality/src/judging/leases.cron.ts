import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, ProcessIdentity, Ticking } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import { LeasesRepository } from './leases.repository.js';
import { RunnerService } from './runner.service.js';

/** A quarter of a lease is left to stop what could not be extended. */
const watchMs = 500;

/** Keeps what this process has in hand, and lets go of what another has taken over or soon may. */
@Injectable()
export class LeasesCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #ticking: Ticking;
  readonly #watching: Ticking;

  constructor(
    private readonly leases: LeasesRepository,
    private readonly runner: RunnerService,
    private readonly identity: ProcessIdentity,
    @Inject(CONFIG) private readonly config: QualityConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#ticking = new Ticking(config.QUALITY_HEARTBEAT_SECONDS * 1000, () => this.extend(), {
      onError: (error) => logger.warn({ err: error }, 'leases of judging could not be extended'),
    });
    // By itself: it must not wait for a Postgres that does not answer.
    this.#watching = new Ticking(watchMs, () => Promise.resolve(this.stopLapsed()));
  }

  onApplicationBootstrap(): void {
    this.#ticking.start();
    this.#watching.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.#ticking.stop(), this.#watching.stop()]);
  }

  async extend(): Promise<void> {
    const ids = this.runner.leases.ids;
    if (ids.length === 0) return;
    const { owner } = this.identity;
    const askedAt = performance.now();
    const extended = await this.leases.extend(owner, ids, this.config.QUALITY_LEASE_SECONDS * 1000);
    this.runner.leases.extend(extended, askedAt);
    const others = ids.filter((id) => !extended.has(id));
    if (others.length === 0) return;
    const held = await this.leases.held(owner, others);
    for (const id of others) if (!held.has(id)) this.runner.stop(id, 'lost');
  }

  stopLapsed(): void {
    for (const id of this.runner.leases.lapsed) this.runner.stop(id, 'lapsed');
  }
}
