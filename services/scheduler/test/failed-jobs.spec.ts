import { getQueueToken } from '@nestjs/bull';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { OperationsServiceDefinition } from '@polylogue/proto';
import { stubGrpcServer, until, type StubServer } from '@polylogue/test-kit';
import type { Queue } from 'bull';
import { runsQueue } from '../src/executions/wake-ups.service.js';
import { as, startScheduler, type Scheduler } from './scheduler.fixture.js';

let upstreams: StubServer;
let scheduler: Scheduler;
beforeAll(async () => {
  upstreams = await stubGrpcServer();
  scheduler = await startScheduler(upstreams.url);
});
afterAll(async () => {
  await scheduler.close();
  await upstreams.close();
});

const admin = as({ userId: '0198a1b2-0000-7000-8000-000000000001', role: 'admin', isApproved: true });

it('a job that fails is kept as a dead letter, put in again on replay, and gone when discarded', async () => {
  const operations = scheduler.client(OperationsServiceDefinition);
  const queue = scheduler.service.app.get<Queue>(getQueueToken(runsQueue), { strict: false });
  await queue.isReady();
  const letters = async () => (await operations.listDeadLetters({ limit: 0 }, admin)).letters;
  await queue.add('run', { executionId: 'no number' });
  const [letter] = await until(async () => ((await letters()).length === 1 ? letters() : undefined));
  expect(letter).toMatchObject({ key: { consumer: 'scheduler.runs.run' }, subject: 'job runs', attempts: 1 });
  expect(letter!.error).toMatch(/invalid input syntax/);
  expect(await operations.replayDeadLetters({ keys: [letter!.key!] }, admin)).toEqual({ handled: 1, failed: 0 });
  // It fails as before: the same letter is back, and no second one.
  await until(async () => (await letters()).length === 1);
  expect((await letters())[0]!.key).toEqual(letter!.key);
  expect(await operations.discardDeadLetters({ keys: [letter!.key!] }, admin)).toEqual({ discarded: 1 });
  expect(await letters()).toEqual([]);
  const { queues } = await operations.getStatus({}, admin);
  expect(queues).toEqual([{ name: 'runs', waiting: 0, active: 0, delayed: 0, lateMs: 0, isAway: false }]);
});

it('a queue that is closed holds up the end of its process no longer', async () => {
  const standing = new Set<NodeJS.Timeout>();
  const { setTimeout: begin, clearTimeout: clear } = globalThis;
  const watched = ((work: () => void, ms?: number, ...args: []) => {
    const timer = begin(work, ms, ...args);
    if (new Error().stack?.includes('ioredis')) standing.add(timer);
    return timer;
  }) as typeof setTimeout;
  const closing = await startScheduler(upstreams.url);
  await closing.service.app.get<Queue>(getQueueToken(runsQueue), { strict: false }).isReady();
  try {
    globalThis.setTimeout = watched;
    globalThis.clearTimeout = (timer) => {
      standing.delete(timer as NodeJS.Timeout);
      clear(timer);
    };
    await closing.close();
  } finally {
    Object.assign(globalThis, { setTimeout: begin, clearTimeout: clear });
  }
  expect(standing.size).toBe(0);
});
