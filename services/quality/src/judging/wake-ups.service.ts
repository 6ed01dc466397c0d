import { InjectQueue } from '@nestjs/bull';
import { Inject, Injectable } from '@nestjs/common';
import { inTime, jobTrace, LOGGER } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { JobOptions, Queue } from 'bull';
import type { OwedCall } from './calls.repository.js';

export const judgingQueue = 'judging';

/** Bull spreads the work over processes. What Redis loses is owed in Postgres all the same. */
@Injectable()
export class WakeUps {
  constructor(
    @InjectQueue(judgingQueue) private readonly queue: Queue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  plan(broadcastIds: readonly string[], delay = 0): Promise<void> {
    const [first] = broadcastIds;
    if (first === undefined) return Promise.resolve();
    // A further wake-up while the first is under way is one too many, and does no harm.
    const opts = { jobId: `plan-${first}-${Date.now()}`, delay };
    return this.#add([{ name: 'plan', data: { broadcastIds }, opts }]);
  }

  judge(calls: readonly OwedCall[], delay = 0): Promise<void> {
    return this.#add(
      calls.map(({ id, attempts, isLapsed }) => ({
        name: 'judge',
        data: { assessmentId: id },
        // The same work waits in the queue once; a lapsed one may hang there under its first name.
        opts: { jobId: `judge-${id}-${attempts}${isLapsed ? '-lapsed' : ''}`, delay },
      })),
    );
  }

  async #add(jobs: { name: string; data: object; opts: JobOptions }[]): Promise<void> {
    if (jobs.length === 0) return;
    const trace = jobTrace();
    try {
      if (this.queue.client.status !== 'ready') throw new Error('Redis does not answer');
      await inTime(this.queue.addBulk(jobs.map((job) => ({ ...job, data: { ...job.data, ...trace } }))));
    } catch (error) {
      this.logger.warn({ err: error }, 'judging could not be put into the queue; it is late');
    }
  }
}
