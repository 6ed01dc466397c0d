import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Drain, LeaseClock, LOGGER, ProcessIdentity } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import { LeasesRepository } from './leases.repository.js';

const retryMs = 200;

/** The leases of runs, from their claim to their end. Extending them goes before whatever else this process does. */
@Injectable()
export class Leases {
  readonly #leaseMs: number;
  readonly #clock: LeaseClock<number>;
  #extending: Promise<void> | undefined;

  constructor(
    private readonly repository: LeasesRepository,
    private readonly identity: ProcessIdentity,
    private readonly drain: Drain,
    @Inject(CONFIG) config: SchedulerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#leaseMs = config.SCHEDULER_LEASE_SECONDS * 1000;
    this.#clock = new LeaseClock(this.#leaseMs);
  }

  /** `askedAt`: the local time before they were claimed. */
  take(ids: readonly number[], askedAt: number): void {
    this.#clock.hold(ids, askedAt);
  }

  drop(id: number): void {
    this.#clock.drop(id);
  }

  isHeld(id: number): boolean {
    return this.#clock.isHeld(id);
  }

  /** Those that could not be extended in time: another process may take them over soon. */
  get lapsed(): number[] {
    return this.#clock.lapsed;
  }

  /** Extends all of them now, or joins what is under way. */
  extend(): Promise<void> {
    return (this.#extending ??= this.#extend().finally(() => (this.#extending = undefined)));
  }

  /** Extends them before more work is taken on, unless that was done a moment ago. Waits while it cannot be done. */
  async keepUp(): Promise<void> {
    while (this.#clock.isBehind && !this.drain.signal.aborted) {
      await this.extend().catch((error: unknown) => this.logger.warn({ err: error }, 'leases could not be extended'));
      if (this.#clock.isBehind) await sleep(retryMs);
    }
  }

  /** Those that are another process' by now, or deleted. */
  async findLost(): Promise<number[]> {
    const { ids } = this.#clock;
    if (ids.length === 0) return [];
    const held = await this.repository.held(this.identity.owner, ids);
    return ids.filter((id) => !held.has(id));
  }

  async #extend(): Promise<void> {
    const { ids } = this.#clock;
    if (ids.length === 0) return;
    const askedAt = performance.now();
    this.#clock.extend(await this.repository.extend(this.identity.owner, ids, this.#leaseMs), askedAt);
  }
}
