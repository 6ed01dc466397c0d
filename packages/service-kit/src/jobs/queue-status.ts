import type { Queue } from 'bull';
import { inTime } from './queue-dependency.js';

/** How much a queue has to do, and how late it is. */
export interface QueueStatus {
  name: string;
  waiting: number;
  active: number;
  delayed: number;
  /** How long the oldest job waits that could run. */
  lateMs: number;
  isAway: boolean;
}

/** The status of a queue; `isAway` when Redis does not answer. */
export async function queueStatusOf(queue: Queue, now: number): Promise<QueueStatus> {
  const none = { name: queue.name, waiting: 0, active: 0, delayed: 0, lateMs: 0 };
  if (queue.client.status !== 'ready') return { ...none, isAway: true };
  try {
    const [counts, [oldest]] = await inTime(Promise.all([queue.getJobCounts(), queue.getWaiting(0, 0)]));
    const { waiting, active, delayed } = counts;
    // Bull forgets the delay of a job once it is due; its creation options give the time it should have run.
    const dueAt = oldest ? oldest.timestamp + (oldest.opts.delay ?? 0) : now;
    return { ...none, waiting, active, delayed, lateMs: Math.max(0, now - dueAt), isAway: false };
  } catch {
    return { ...none, isAway: true };
  }
}
