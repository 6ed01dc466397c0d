import type { Queue } from 'bull';
import { jobTrace } from './job-span.js';
import { inTime } from './queue-dependency.js';
import type { Logger } from '../logging/logger.js';

/**
 * Where Redis is emptied between the two steps in which Bull takes a job, the second step notes its time at a job that is
 * gone. What it leaves is never run, and Bull takes no other job of that id: the work would be late for ever.
 */
const removeRemnants = `
  for _, key in ipairs(KEYS) do
    if redis.call('EXISTS', key) == 1 and redis.call('HEXISTS', key, 'name') == 0 then redis.call('DEL', key) end
  end`;

/** A job that makes some process look at work which stands in Postgres. */
export interface WakeUp {
  /** The job's name, for whom it is. */
  name: string;
  /** Wake-ups with one id are in the queue once. */
  id: string;
  data: object;
  /** Milliseconds from now; else at once. */
  delayMs?: number;
}

/**
 * Wakes processes through a Bull queue, to the millisecond. Redis may be emptied at any moment: the work itself stands in
 * Postgres, so a wake-up that is lost makes its work late, until the slice's reconcile task adds it again.
 */
export class WakeUpQueue {
  constructor(
    private readonly queue: Pick<Queue, 'name' | 'client' | 'toKey' | 'addBulk' | 'pause'>,
    private readonly logger: Pick<Logger, 'warn' | 'debug'>,
  ) {}

  /** False when Redis did not take them. One that is in the queue already stays as it is. */
  async add(wakeUps: readonly WakeUp[]): Promise<boolean> {
    if (wakeUps.length === 0) return true;
    const trace = jobTrace();
    const jobs = wakeUps.map(({ name, id, data, delayMs = 0 }) => ({
      name,
      data: { ...data, ...trace },
      opts: { jobId: id, delay: Math.max(0, Math.ceil(delayMs)) },
    }));
    try {
      if (this.queue.client.status !== 'ready') throw new Error('Redis does not answer');
      await inTime(this.#addAll(jobs));
      return true;
    } catch (error) {
      this.logger.warn({ err: error, queue: this.queue.name }, 'adding wake-ups failed; their work is late');
      return false;
    }
  }

  async #addAll(jobs: Parameters<Queue['addBulk']>[0]): Promise<void> {
    const keys = jobs.map(({ opts }) => this.queue.toKey(String(opts?.jobId)));
    await this.queue.client.eval(removeRemnants, keys.length, ...keys);
    await this.queue.addBulk(jobs);
  }

  /** Takes no further wake-ups in this process: other replicas do. */
  pause(): void {
    this.queue.pause(true, true).catch((error: unknown) => this.logger.debug({ err: error }, 'pausing a queue failed'));
  }
}
