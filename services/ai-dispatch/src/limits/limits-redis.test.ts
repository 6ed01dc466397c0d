import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { AiDispatchConfig } from '../config.js';
import { LimitsRedis } from './limits-redis.js';

let redis: LimitsRedis;
let commands: { settle: (answer: number) => void; fail: (error: Error) => void }[];
const count = () => redis.run(() => new Promise<number>((settle, fail) => commands.push({ settle, fail })));

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  commands = [];
  redis = new LimitsRedis({} as AiDispatchConfig, undefined as never);
  Object.defineProperty(redis, 'client', { value: {} });
});
afterEach(() => {
  jest.useRealTimers();
});

it('waits for a Redis that is slow: two processes that do not wait would each let all calls through', async () => {
  const counted = count();
  await jest.advanceTimersByTimeAsync(900);
  commands[0]!.settle(7);
  await expect(counted).resolves.toBe(7);
});

it('runs no further command while one is without an answer', async () => {
  const first = count();
  await jest.advanceTimersByTimeAsync(1_000);
  await expect(first).resolves.toBeUndefined();
  await expect(count()).resolves.toBeUndefined();
  expect(commands).toHaveLength(1);
  commands[0]!.settle(1);
  await Promise.resolve();
  const next = count();
  commands[1]!.settle(2);
  await expect(next).resolves.toBe(2);
});

it('tries again at once after a command that failed', async () => {
  const failed = count();
  commands[0]!.fail(new Error('READONLY'));
  await expect(failed).resolves.toBeUndefined();
  const next = count();
  commands[1]!.settle(2);
  await expect(next).resolves.toBe(2);
});
