import { setTimeout as sleep } from 'node:timers/promises';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '../logging/logger.js';
import type { Drain } from '../lifecycle/drain.js';
import { LeaseClock } from './lease-clock.js';
import type { LeaseStore } from './lease-store.js';
import { PeriodicTask } from '../timing/periodic-task.js';
import type { CancelReason, Run } from './run.js';

/** What a {@link RunLoop} is made of. */
export interface RunLoopOptions<Id extends string | number> {
  /** What one run is, for the log: `reply`. */
  name: string;
  leases: LeaseStore<Id>;
  leaseMs: number;
  /** Milliseconds between two extensions of all leases; well under half of a lease. */
  heartbeatMs: number;
  drain: Drain;
  logger: Logger;
}

/** How soon a run ends that was cancelled, deleted, taken over, or whose lease lapsed. */
const watchMs = 500;
const retryMs = 200;

/**
 * The runs of this process: work that must survive it. Each run holds a lease in Postgres, and its writes stand under the
 * fence that was raised when it was claimed. Heartbeats extend the leases; a run whose lease lapsed by this process' own
 * clock stops before another process may begin it; when the process stops, runs finish within the time there is, and
 * what is left is released for others. What to run, how it is claimed and stored, and what becomes of a run whose process
 * died is for the subclass to say.
 */
export abstract class RunLoop<Id extends string | number, R extends Run<Id>>
  implements OnApplicationBootstrap, OnModuleDestroy
{
  readonly #runs = new Map<Id, R>();
  readonly #work = new Set<Promise<void>>();
  readonly #leases: LeaseClock<Id>;
  readonly #heartbeats: PeriodicTask;
  readonly #checks: PeriodicTask;
  readonly #lapses: PeriodicTask;

  constructor(private readonly options: RunLoopOptions<Id>) {
    const { name, leaseMs, heartbeatMs, logger } = options;
    this.#leases = new LeaseClock(leaseMs);
    const warn = (what: string) => (error: unknown) => logger.warn({ err: error }, `${what} failed`);
    this.#heartbeats = new PeriodicTask({
      everyMs: heartbeatMs,
      work: () => this.#extend(),
      onError: warn(`extending the leases of each ${name}`),
    });
    this.#checks = new PeriodicTask({
      everyMs: watchMs,
      work: () => this.#stopEnded(),
      onError: warn(`looking for each ${name} that must end`),
    });
    // Apart: it must not wait for a Postgres that does not answer.
    this.#lapses = new PeriodicTask({ everyMs: watchMs, work: () => this.#stopLapsed() });
  }

  onApplicationBootstrap(): void {
    for (const task of [this.#heartbeats, this.#checks, this.#lapses]) task.start();
  }

  /** Lets runs finish for the time there is; what is left is written down and released. */
  async onModuleDestroy(): Promise<void> {
    const { drain, leases, logger, name } = this.options;
    await Promise.race([this.settled(), sleep(drain.remainingMs, undefined, { ref: false })]);
    // Until here leases were kept.
    await Promise.all([this.#heartbeats.stop(), this.#checks.stop(), this.#lapses.stop()]);
    const left = this.ids;
    for (const id of left) this.stop(id, 'draining');
    await this.beforeRelease();
    await this.settled();
    if (left.length === 0) return;
    try {
      await leases.release(left);
      await this.afterRelease(left);
    } catch (error) {
      logger.warn({ err: error }, `releasing each ${name} failed; their leases lapse`);
    }
  }

  /** Holds leases that were claimed; `claimedAt`: the local time (performance.now) before the claiming statement was sent. */
  hold(ids: Iterable<Id>, claimedAt: number): void {
    this.#leases.hold(ids, claimedAt);
  }

  /** Whether a lease has not lapsed by the clock of this process. */
  isHeld(id: Id): boolean {
    return this.#leases.isHeld(id);
  }

  /**
   * Begins the work of a run whose lease is held; resolves when it has ended. An error of the work is logged: the process
   * that finds the lease lapsed decides about the row.
   */
  begin(run: R, work: () => Promise<void>): Promise<void> {
    this.#runs.set(run.id, run);
    run.heldBy(() => this.isHeld(run.id));
    // Between its claim and now the lease may have lapsed.
    run.mayContinue();
    const running = work()
      .catch((error: unknown) => this.onFault(run, error))
      .finally(() => {
        this.#leases.drop(run.id);
        this.#runs.delete(run.id);
        this.#work.delete(running);
      });
    this.#work.add(running);
    return running;
  }

  /** One that runs in this process. */
  find(id: Id): R | undefined {
    return this.#runs.get(id);
  }

  has(id: Id): boolean {
    return this.#runs.has(id);
  }

  get ids(): Id[] {
    return [...this.#runs.keys()];
  }

  get size(): number {
    return this.#work.size;
  }

  /** The users for whom something runs. */
  get users(): string[] {
    return [...this.#runs.values()].map(({ userId }) => userId);
  }

  stop(id: Id, reason: CancelReason): void {
    // What another process has or may take is not extended any more.
    if (reason === 'lost' || reason === 'lapsed') this.#leases.drop(id);
    this.#runs.get(id)?.cancel(reason);
  }

  /** Ends what runs for a user who may not spend any more. */
  stopUser(userId: string): void {
    for (const { id, userId: owner } of this.#runs.values()) if (owner === userId) this.stop(id, 'denied');
  }

  /** Resolves when nothing runs. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  /** Resolves when a run has ended, or none is left. */
  async oneSettled(): Promise<void> {
    if (this.#work.size > 0) await Promise.race(this.#work);
  }

  /** Extends the leases before more work is taken on, unless that was done a moment ago; waits while it cannot be done. */
  async keepUp(): Promise<void> {
    while (this.#leases.isBehind && !this.options.drain.signal.aborted) {
      await this.#heartbeats.run();
      if (this.#leases.isBehind) await sleep(retryMs);
    }
  }

  /** Called when runs were aborted because the process stops, before their work has settled. */
  protected beforeRelease(): Promise<void> {
    return Promise.resolve();
  }

  /** Called when the runs that were left are free for others. */
  protected afterRelease(_ids: readonly Id[]): Promise<void> {
    return Promise.resolve();
  }

  /** Called when the work of a run failed. */
  protected onFault({ id }: R, error: unknown): void {
    this.options.logger.error({ err: error, id }, `running a ${this.options.name} failed`);
  }

  async #extend(): Promise<void> {
    const { ids } = this.#leases;
    if (ids.length === 0) return;
    const sentAt = performance.now();
    this.#leases.extend(await this.options.leases.extend(ids, this.options.leaseMs), sentAt);
  }

  async #stopEnded(): Promise<void> {
    const { ids } = this.#leases;
    if (ids.length === 0) return;
    const { lost, cancelled } = await this.options.leases.findEnded(ids);
    for (const id of lost) this.stop(id, 'lost');
    for (const id of cancelled) this.stop(id, 'cancelled');
  }

  #stopLapsed(): Promise<void> {
    const { lapsed } = this.#leases;
    if (lapsed.length > 0)
      this.options.logger.warn({ ids: lapsed }, `the lease of a ${this.options.name} lapsed; it is stopped`);
    for (const id of lapsed) this.stop(id, 'lapsed');
    return Promise.resolve();
  }
}
