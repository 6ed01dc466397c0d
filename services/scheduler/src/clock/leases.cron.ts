import { InjectQueue } from '@nestjs/bull';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, Database, Drain, LOGGER, ProcessIdentity } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { Queue } from 'bull';
import type { SchedulerConfig } from '../config.js';
import { Leases } from '../executions/leases.service.js';
import { RunnerService } from '../executions/runner.service.js';
import { RunsRepository } from '../executions/runs.repository.js';
import { runsQueue, WakeUps } from '../executions/wake-ups.service.js';
import { Ticks } from './ticks.js';

/** Deleted and lost runs let go of their providers within a second. */
const watchSeconds = 0.5;

/** Keeps the leases of runs, stops those that were deleted, taken or lapsed, and gives all back at the end. */
@Injectable()
export class LeasesCron implements OnApplicationBootstrap, OnModuleDestroy {
  #drainUntil = Infinity;

  constructor(
    private readonly ticks: Ticks,
    private readonly database: Database,
    private readonly runs: RunsRepository,
    private readonly leases: Leases,
    private readonly runner: RunnerService,
    private readonly wakeUps: WakeUps,
    private readonly identity: ProcessIdentity,
    private readonly drain: Drain,
    @InjectQueue(runsQueue) private readonly queue: Queue,
    @Inject(CONFIG) private readonly config: SchedulerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.ticks.every('leases', this.config.SCHEDULER_HEARTBEAT_SECONDS, () => this.leases.extend());
    this.ticks.every('lost runs', watchSeconds, () => this.stopLost());
    // By itself: it must not wait for a Postgres that does not answer.
    this.ticks.every('lapsed runs', watchSeconds, () => this.stopLapsed());
    this.drain.signal.addEventListener('abort', () => {
      this.#drainUntil = performance.now() + this.drain.seconds * 1000;
      // Nothing new: other replicas take what wakes up from now on.
      this.queue.pause(true, true).catch((error: unknown) => this.logger.debug({ err: error }, 'not paused'));
    });
  }

  async stopLost(): Promise<void> {
    for (const id of await this.leases.findLost()) this.runner.stop(id, 'lost');
  }

  /** Before another process may take them over, so that no provider is asked by two at a time. */
  stopLapsed(): Promise<void> {
    const { lapsed } = this.leases;
    for (const id of lapsed) this.runner.stop(id, 'lapsed');
    if (lapsed.length > 0) this.logger.warn({ executionIds: lapsed }, 'leases lapsed; their runs are handed over');
    return Promise.resolve();
  }

  /** Lets runs finish for the time there is; what is left is given to another process at once. */
  async onModuleDestroy(): Promise<void> {
    const remaining = Math.max(0, Math.min(this.#drainUntil - performance.now(), this.drain.seconds * 1000));
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([this.runner.settled(), new Promise((resolve) => (timer = setTimeout(resolve, remaining)))]);
    clearTimeout(timer);
    // Until here leases were kept.
    await this.ticks.stop();
    const left = this.runner.ids;
    for (const id of left) this.runner.stop(id, 'draining');
    await this.runner.settled();
    if (left.length === 0) return;
    try {
      await this.database.asWorker((tx) => this.runs.release(tx, this.identity.owner, left));
      const wakeUps = left.map((id) => ({ id, waitMs: 0 }));
      await this.wakeUps.addAgain(wakeUps);
    } catch (error) {
      this.logger.warn({ err: error }, 'runs could not be given back; their leases lapse');
    }
  }
}
