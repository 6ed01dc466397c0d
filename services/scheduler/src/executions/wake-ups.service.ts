import { InjectQueue } from '@nestjs/bull';
import { Inject, Injectable } from '@nestjs/common';
import { inTime, jobTrace, LOGGER } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { Queue } from 'bull';

export const runsQueue = 'runs';

export interface WakeUp {
  /** The execution. */
  id: number;
  waitMs: number;
}

/** Bull wakes a worker at the slot, to the millisecond. What Redis loses is owed in Postgres all the same. */
@Injectable()
export class WakeUps {
  constructor(
    @InjectQueue(runsQueue) private readonly queue: Queue<{ executionId: number }>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** False when Redis did not take them. One that is in the queue already stays as it is. */
  add(wakeUps: readonly WakeUp[]): Promise<boolean> {
    return this.#add(wakeUps, '');
  }

  /** The first wake-ups may be stuck, so these are others; those of one `attempt` are in the queue once, whoever adds them. */
  addAgain(wakeUps: readonly WakeUp[], attempt = Date.now()): Promise<boolean> {
    return this.#add(wakeUps, `-${attempt}`);
  }

  async #add(wakeUps: readonly WakeUp[], suffix: string): Promise<boolean> {
    if (wakeUps.length === 0) return true;
    const jobs = wakeUps.map(({ id, waitMs }) => ({
      name: 'run',
      data: { executionId: id, ...jobTrace() },
      opts: { jobId: `${id}${suffix}`, delay: Math.max(0, Math.ceil(waitMs)) },
    }));
    try {
      if (this.queue.client.status !== 'ready') throw new Error('Redis does not answer');
      await inTime(this.queue.addBulk(jobs));
      return true;
    } catch (error) {
      this.logger.warn({ err: error }, 'runs could not be put into the queue; they are late');
      return false;
    }
  }
}
