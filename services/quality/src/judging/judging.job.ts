import { InjectQueue, OnQueueError, Processor } from '@nestjs/bull';
import { Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, Drain, jobSpan, LOGGER, Tracing } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { Job, Queue } from 'bull';
import type { QualityConfig } from '../config.js';
import { PlannerService } from './planner.service.js';
import { RunnerService } from './runner.service.js';
import { judgingQueue, WakeUps } from './wake-ups.service.js';

const plansAtOnce = 4;

/** Older versions enqueue one broadcast at a time. */
type PlanData = { broadcastIds: string[] } | { broadcastId: string };

const broadcastsOf = (plan: PlanData) => ('broadcastIds' in plan ? plan.broadcastIds : [plan.broadcastId]);

/** Consumes wake-ups: plans broadcasts and runs judges, a limited number at a time. */
@Processor(judgingQueue)
export class JudgingJob implements OnApplicationBootstrap {
  constructor(
    private readonly planner: PlannerService,
    private readonly runner: RunnerService,
    private readonly wakeUps: WakeUps,
    private readonly drain: Drain,
    private readonly tracing: Tracing,
    @InjectQueue(judgingQueue) private readonly queue: Queue,
    @Inject(CONFIG) private readonly config: QualityConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  // Not by @Process(), as the concurrency is configured.
  onApplicationBootstrap(): void {
    const listening = [
      this.queue.process('plan', plansAtOnce, (job: Job<PlanData>) =>
        jobSpan(this.tracing, job, () => this.planner.plan(broadcastsOf(job.data))),
      ),
      this.queue.process('judge', this.config.QUALITY_CONCURRENT_CALLS, (job: Job<{ assessmentId: string }>) =>
        jobSpan(this.tracing, job, () => this.runner.run(job.data.assessmentId)),
      ),
    ];
    this.drain.signal.addEventListener('abort', () => this.wakeUps.pause());
    for (const each of listening) each.catch((error: unknown) => this.onError(error));
  }

  @OnQueueError()
  onError(error: unknown): void {
    this.logger.warn({ err: error }, 'the queue of judging failed; its wake-ups are enqueued again from the database');
  }
}
