import type { Job, Queue } from 'bull';
import { v5 as nameUuid } from 'uuid';
import type { Database } from '../database/database.js';
import { isAway } from '../errors/is-away.js';
import type { Events } from '../events/events.js';
import type { Logger } from '../logging/logger.js';
import { withoutTrace } from './job-span.js';
import { inTime } from './queue-dependency.js';

interface FailedJobsContext {
  service: string;
  events: Events;
  database: Database;
  logger: Logger;
}

/**
 * Keeps the jobs of a queue that failed for the last time as dead letters, beside those of events. The work of a
 * job stands in Postgres all the same; the dead letter is a notice to operators. Replayed, the job is enqueued again.
 */
export function keepFailedJobs(queue: Queue, { service, events, database, logger }: FailedJobsContext): void {
  const group = `${service}.${queue.name}`;
  events.replaysWith(group, async ({ consumer, payload, remove }) => {
    await database.asWorker(async (tx) => {
      // In this order: should it fail again at once, its new letter waits until the old one is gone.
      await remove(tx);
      await inTime(queue.add(consumer.slice(group.length + 1), payload));
    });
  });
  queue.on('failed', (job: Job, error: unknown) => {
    // What is only away is no fault of the job: it is woken again.
    if (isAway(error)) return;
    if (job.attemptsMade < (job.opts.attempts ?? 1)) return;
    const consumer = `${group}.${job.name}`;
    const payload = withoutTrace(job.data as object);
    const eventId = nameUuid(`${consumer} ${JSON.stringify(payload)}`, nameUuid.URL);
    const letter = { consumer, eventId, subject: `job ${queue.name}`, payload, headers: {} };
    events.letters.write({ ...letter, attempts: job.attemptsMade, error }).catch((fault: unknown) => {
      logger.error({ err: fault, consumer }, 'a failed job could not be written down');
    });
  });
}
