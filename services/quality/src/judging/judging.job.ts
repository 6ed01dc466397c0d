import { InjectQueue, OnQueueError, Processor } from '@nestjs/bull';
import { Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, LOGGER } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { Queue } from 'bull';
import type { QualityConfig } from '../config.js';
import { PlannerService } from './planner.service.js';
import { RunnerService } from './runner.service.js';
import { judgingQueue } from './wake-ups.service.js';

const plansAtOnce = 4;

/** The door for wake-ups: plans broadcasts and asks judges, so many at a time. */
@Processor(judgingQueue)
export class JudgingJob implements OnApplicationBootstrap {
  constructor(
    private readonly planner: PlannerService,
    private readonly runner: RunnerService,
    @InjectQueue(judgingQueue) private readonly queue: Queue,
    @Inject(CONFIG) private readonly config: QualityConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  // Not by @Process(): how many at a time is configured.
  onApplicationBootstrap(): void {
    const listening = [
      this.queue.process('plan', plansAtOnce, ({ data }) =>
        this.planner.plan((data as { broadcastId: string }).broadcastId),
      ),
      this.queue.process('judge', this.config.QUALITY_CONCURRENT_CALLS, ({ data }) =>
        this.runner.run((data as { assessmentId: string }).assessmentId),
      ),
    ];
    for (const each of listening) each.catch((error: unknown) => this.onError(error));
  }

  @OnQueueError()
  onError(error: unknown): void {
    this.logger.warn({ err: error }, 'the queue of judging is in trouble; what is owed stands in the database');
  }
}
