import { Inject, Injectable } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { LOGGER } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';

/** Runs work every so often, never twice at a time, a little off the beat so that replicas do not march in step. */
@Injectable()
export class Ticks {
  readonly #running = new Set<Promise<void>>();
  #isStopped = false;

  constructor(
    private readonly registry: SchedulerRegistry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Work that takes several steps ends between two of them. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  every(name: string, seconds: number, work: () => Promise<unknown>): void {
    if (this.#isStopped) return;
    const waitMs = seconds * 1000 * (0.75 + Math.random() / 2);
    this.registry.addTimeout(
      name,
      setTimeout(() => this.#tick(name, seconds, work), waitMs),
    );
  }

  /** No further ticks; resolves when those in hand are done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const name of this.registry.getTimeouts()) this.registry.deleteTimeout(name);
    await Promise.all(this.#running);
  }

  #tick(name: string, seconds: number, work: () => Promise<unknown>): void {
    if (this.registry.doesExist('timeout', name)) this.registry.deleteTimeout(name);
    const running = work()
      .catch((error: unknown) => this.logger.warn({ err: error, name }, 'a tick failed; the next one tries again'))
      .then(() => {
        this.#running.delete(running);
        this.every(name, seconds, work);
      });
    this.#running.add(running);
  }
}
