import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, Database, LOGGER, PeriodicTask } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import { RunsRepository } from '../executions/runs.repository.js';
import { WakeUps } from '../executions/wake-ups.service.js';

const maxRuns = 2_000;
/** A wake-up that is this late is lost or stuck with a process that is gone. */
const lateMs = 2_000;

/** Enqueues again the wake-ups that Redis lost, and the runs whose process died. */
@Injectable()
export class ReconcileCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #reconciling: PeriodicTask;

  constructor(
    private readonly database: Database,
    private readonly runs: RunsRepository,
    private readonly wakeUps: WakeUps,
    @Inject(CONFIG) private readonly config: SchedulerConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#reconciling = new PeriodicTask({
      everyMs: config.SCHEDULER_RECONCILE_SECONDS * 1000,
      spread: 0.25,
      work: () => this.reconcile(),
      onError: (error) => logger.warn({ err: error }, 'enqueueing lost wake-ups failed; retrying at the next interval'),
    });
  }

  onApplicationBootstrap(): void {
    this.#reconciling.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#reconciling.stop();
  }

  async reconcile(): Promise<void> {
    const { SCHEDULER_RECONCILE_SECONDS: every, SCHEDULER_AHEAD_SECONDS: ahead } = this.config;
    const owed = await this.database.asWorker((tx) => this.runs.owed(tx, (every + ahead) * 1000, maxRuns));
    const late = owed.filter(({ waitMs }) => waitMs < -lateMs);
    await this.wakeUps.add(owed.filter(({ waitMs }) => waitMs >= -lateMs));
    // Every replica does this: ids that are the same within an interval keep a backlog from growing with the replicas.
    await this.wakeUps.addAgain(late, Math.floor(Date.now() / (every * 1000)));
  }
}
