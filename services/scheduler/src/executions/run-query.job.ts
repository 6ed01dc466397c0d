import { OnQueueError, Process, Processor } from '@nestjs/bull';
import { Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { Drain, jobSpan, LOGGER, Tracing } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { Job } from 'bull';
import { StartsService } from './starts.service.js';
import { runsQueue, WakeUps } from './wake-ups.service.js';

/** Consumes wake-ups. It only begins runs and does not wait for their end, so that many can run at once. */
@Processor(runsQueue)
export class RunQueryJob implements OnApplicationBootstrap {
  constructor(
    private readonly starts: StartsService,
    private readonly wakeUps: WakeUps,
    private readonly drain: Drain,
    private readonly tracing: Tracing,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.drain.signal.addEventListener('abort', () => this.wakeUps.pause());
  }

  @Process({ name: 'run', concurrency: 100 })
  async run(job: Job<{ executionId: number }>): Promise<void> {
    await jobSpan(this.tracing, job, () => this.starts.begin(job.data.executionId));
  }

  @OnQueueError()
  onError(error: unknown): void {
    this.logger.warn({ err: error }, 'the queue of runs failed; its wake-ups are enqueued again from the database');
  }
}
