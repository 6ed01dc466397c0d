import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, Database, inBatches } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import { RunsRepository } from '../executions/runs.repository.js';
import { WakeUps } from '../executions/wake-ups.service.js';
import { IdempotencyRepository } from '../saved-queries/idempotency.repository.js';
import { Ticks } from './ticks.js';

const mostAtOnce = 2_000;
/** A wake-up that is this late is lost or stuck with a process that is gone. */
const lateMs = 2_000;
const keysEverySeconds = 60;
const maxKeys = 2_000;

/** Puts into the queue again what Redis lost, and what a process left behind. */
@Injectable()
export class ReconcileCron implements OnApplicationBootstrap {
  constructor(
    private readonly ticks: Ticks,
    private readonly database: Database,
    private readonly runs: RunsRepository,
    private readonly wakeUps: WakeUps,
    private readonly idempotency: IdempotencyRepository,
    @Inject(CONFIG) private readonly config: SchedulerConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.ticks.every('reconcile', this.config.SCHEDULER_RECONCILE_SECONDS, () => this.reconcile());
    // Apart: runs that are owed wait for no housekeeping.
    this.ticks.every('old keys', keysEverySeconds, () => this.forgetKeys());
  }

  forgetKeys(): Promise<void> {
    return inBatches(
      maxKeys,
      (max) => this.database.asWorker((tx) => this.idempotency.tidy(tx, max)),
      () => this.ticks.isStopped,
    );
  }

  async reconcile(): Promise<void> {
    const { SCHEDULER_RECONCILE_SECONDS: every, SCHEDULER_AHEAD_SECONDS: ahead } = this.config;
    const owed = await this.database.asWorker((tx) => this.runs.owed(tx, (every + ahead) * 1000, mostAtOnce));
    const late = owed.filter(({ waitMs }) => waitMs < -lateMs);
    await this.wakeUps.add(owed.filter(({ waitMs }) => waitMs >= -lateMs));
    // Every replica looks; a backlog is not to grow by the number of them.
    await this.wakeUps.addAgain(late, Math.floor(Date.now() / (every * 1000)));
  }
}
