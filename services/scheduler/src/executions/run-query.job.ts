import { OnQueueError, Process, Processor } from '@nestjs/bull';
import { Inject } from '@nestjs/common';
import { jobStep, LOGGER, Tracing } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { Job } from 'bull';
import { StartsService } from './starts.service.js';
import { runsQueue } from './wake-ups.service.js';

/** The door for wake-ups: it only begins runs, so that it is free for the next at once. */
@Processor(runsQueue)
export class RunQueryJob {
  constructor(
    private readonly starts: StartsService,
    private readonly tracing: Tracing,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Process({ name: 'run', concurrency: 100 })
  async run(job: Job<{ executionId: number }>): Promise<void> {
    await jobStep(this.tracing, job, () => this.starts.begin(job.data.executionId));
  }

  @OnQueueError()
  onError(error: unknown): void {
    this.logger.warn({ err: error }, 'the queue of runs is in trouble; what is owed stands in the database');
  }
}
