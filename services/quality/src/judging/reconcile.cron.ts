import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, Database, LOGGER, PeriodicTask } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import { CallsRepository } from './calls.repository.js';
import { JudgingsRepository } from './judgings.repository.js';
import { WakeUps } from './wake-ups.service.js';

const maxAtOnce = 500;

/** Enqueues again the wake-ups that Redis lost, and the work whose process died. */
@Injectable()
export class ReconcileCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #reconciling: PeriodicTask;

  constructor(
    private readonly database: Database,
    private readonly judgings: JudgingsRepository,
    private readonly calls: CallsRepository,
    private readonly wakeUps: WakeUps,
    @Inject(CONFIG) config: QualityConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#reconciling = new PeriodicTask({
      everyMs: config.QUALITY_RECONCILE_SECONDS * 1000,
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
    const { waiting, owed } = await this.database.asWorker(async (tx) => ({
      waiting: await this.judgings.owed(tx, maxAtOnce),
      owed: await this.calls.owed(tx, maxAtOnce),
    }));
    await this.wakeUps.plan(waiting);
    await this.wakeUps.judge(owed);
  }
}
