import type { QueueOptions } from 'bull';
import { leavingReplicas } from './redis-master.js';

/** What a Bull queue of a slice is made of. */
export interface QueueSettings {
  REDIS_URL: string;
  EVENTS_PREFIX: string;
}

/**
 * Options of a slice's Bull queues: a key prefix of its own, one per installation, and jobs that leave nothing
 * behind. Jobs are wake-ups only: the work itself stands in Postgres, since Redis may be emptied at any moment.
 */
export function queueOptions(slice: string, { REDIS_URL, EVENTS_PREFIX }: QueueSettings): QueueOptions {
  const { hostname, port, username, password, pathname, protocol } = new URL(REDIS_URL);
  return {
    prefix: `{${EVENTS_PREFIX}:${slice}}`,
    redis: {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || 6379),
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      db: Number(pathname.slice(1) || 0),
      ...(protocol === 'rediss:' && { tls: {} }),
      // Back within a second of Redis, however long it was away.
      retryStrategy: (tries: number) => Math.min(tries * 100, 1_000),
      reconnectOnError: leavingReplicas(),
      // What Redis does not close by itself is closed after so long.
      disconnectTimeout: 500,
    },
    // A worker whose poll failed polls again as soon.
    settings: { retryProcessDelay: 1_000 },
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  };
}
