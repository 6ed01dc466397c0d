import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { LimitsRedis } from './limits-redis.js';
import { Rates } from './rates.js';
import { RequestedCalls } from './requested-calls.js';
import { Slots } from './slots.js';

const [tooMany, ahead, farFromBoth] = [-1, -2, -3];
const user = { kind: 'user', name: 'ada', max: 150 } as const;
const wanted = { userId: 'ada', calls: 2, maxPerMinute: 600, maxAtOnce: 150 };

let slots: Slots;
let requested: RequestedCalls;
/** Answers the script that was sent first. */
let answer: (what: number) => void;
let waiting: ((what: number) => void)[];

beforeEach(() => {
  waiting = [];
  answer = (what) => waiting.shift()!(what);
  const client = {
    eval: (script: string) =>
      script.includes('cjson') ? Promise.resolve([0, 0]) : new Promise((answered) => waiting.push(answered as never)),
    zrem: () => undefined,
  };
  const redis = {
    run: (command: (at: typeof client) => unknown) => command(client),
    send: (command: (at: typeof client) => unknown) => command(client),
    key: (...parts: string[]) => parts.join(':'),
  } as unknown as LimitsRedis;
  slots = new Slots(redis);
  requested = new RequestedCalls(redis, new Rates(redis), slots);
});
afterEach(() => slots.onModuleDestroy());

async function becomeFar(): Promise<void> {
  const taken = requested.take(wanted);
  answer(farFromBoth);
  expect(await taken).toBeUndefined();
  await enter();
  await enter();
}

const enter = () => slots.enter([user]);

describe('a request of a user who was far from the limits', () => {
  it('is let in before Redis has answered; its calls wait for that', async () => {
    await becomeFar();
    expect(await requested.take(wanted)).toBeUndefined();
    const calls = Promise.all([enter(), enter()]);
    expect(await Promise.race([calls, sleep(10, 'waiting')])).toBe('waiting');
    answer(farFromBoth);
    expect((await calls).map((each) => typeof each)).toEqual(['function', 'function']);
  });

  it.each([
    [tooMany, 'atOnce'],
    [4_000, 'inMinute'],
  ])('has its calls refused when the answer is %i, and no other: %s', async (what, denial) => {
    await becomeFar();
    await requested.take(wanted);
    const calls = Promise.all([enter(), enter()]);
    answer(what);
    expect(await calls).toEqual([
      { ...user, denial },
      { ...user, denial },
    ]);
    expect(typeof (await enter())).toBe('function');
  });

  it('refuses nothing later, when its calls do not come', async () => {
    slots.aheadMs = 20;
    await becomeFar();
    await requested.take(wanted);
    answer(tooMany);
    await sleep(60);
    expect(typeof (await enter())).toBe('function');
  });

  it('is the only one until it is answered: the next one waits for its own answer', async () => {
    await becomeFar();
    await requested.take(wanted);
    const next = requested.take(wanted);
    expect(await Promise.race([next, sleep(10, 'waiting')])).toBe('waiting');
    answer(farFromBoth);
    answer(tooMany);
    expect(await next).toBe('atOnce');
  });
});

it('waits for the answer when the user was near one of the limits', async () => {
  const first = requested.take(wanted);
  answer(ahead);
  await first;
  const next = requested.take(wanted);
  expect(await Promise.race([next, sleep(10, 'waiting')])).toBe('waiting');
  answer(tooMany);
  expect(await next).toBe('atOnce');
});
