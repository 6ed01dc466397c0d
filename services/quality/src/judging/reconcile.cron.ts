import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, Database, LOGGER, Ticking } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';
import { CallsRepository } from './calls.repository.js';
import { JudgingsRepository } from './judgings.repository.js';
import { WakeUps } from './wake-ups.service.js';

const mostAtOnce = 500;

/** Puts into the queue what Redis or a process lost. */
@Injectable()
export class ReconcileCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #ticking: Ticking;

  constructor(
    private readonly database: Database,
    private readonly judgings: JudgingsRepository,
    private readonly calls: CallsRepository,
    private readonly wakeUps: WakeUps,
    @Inject(CONFIG) config: QualityConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#ticking = new Ticking(config.QUALITY_RECONCILE_SECONDS * 1000, () => this.reconcile(), {
      onError: (error) => logger.warn({ err: error }, 'judging that was lost could not be looked for'),
    });
  }

  onApplicationBootstrap(): void {
    this.#ticking.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#ticking.stop();
  }

  async reconcile(): Promise<void> {
    const { waiting, owed } = await this.database.asWorker(async (tx) => ({
      waiting: await this.judgings.owed(tx, mostAtOnce),
      owed: await this.calls.owed(tx, mostAtOnce),
    }));
    await this.wakeUps.plan(waiting);
    await this.wakeUps.judge(owed);
  }
}
