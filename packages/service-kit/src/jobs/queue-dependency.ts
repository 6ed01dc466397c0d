import type { Queue } from 'bull';
import type { Dependency } from '../lifecycle/dependency.js';
import { answerWithin } from '../timing/answer-within.js';

const answerMs = 1_000;

/** What `/readyz` says of the Redis behind a queue. Away, work is late rather than lost, so it is optional. */
export function queueDependency(queue: Queue): Dependency {
  return { name: 'redis', isOptional: true, check: () => inTime(checkRedis(queue)) };
}

/** Rejects unless Redis answers, and keeps what is put into it: Bull needs the policy noeviction. */
async function checkRedis({ client }: Queue): Promise<void> {
  if (client.status !== 'ready') throw new Error('Redis does not answer; jobs are late');
  const [, policy] = (await client.config('GET', 'maxmemory-policy').catch(() => [])) as string[];
  if (policy !== undefined && policy !== 'noeviction') {
    throw new Error(`Redis evicts keys (maxmemory-policy ${policy}); set it to noeviction`);
  }
}

/** Gives up on Redis after a second: its client would wait for ever. */
export function inTime<T>(work: Promise<T>): Promise<T> {
  return answerWithin(answerMs, work, 'Redis did not answer in time');
}
