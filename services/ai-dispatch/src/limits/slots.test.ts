import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { LimitsRedis } from './limits-redis.js';
import { Slots, type CallLimit } from './slots.js';

const made: Slots[] = [];
// What a test still holds would be renewed in another one, ten seconds later.
afterEach(() => made.splice(0).forEach((slots) => slots.onModuleDestroy()));

/** What was sent to Redis; each script is answered as `answer` says, or not at all. */
function slotsWith(answer: (calls: { id: string; limits: [number, number][] }[]) => number[] | undefined) {
  const commands: { name: string; values: unknown[] }[] = [];
  const client = {
    eval: (_script: string, _keys: number, ...values: unknown[]) => {
      commands.push({ name: 'enter', values });
      return answer(JSON.parse(String(values.at(-1))) as never);
    },
    zrem: (...values: unknown[]) => commands.push({ name: 'leave', values }),
  };
  const redis = {
    run: async (command: (at: typeof client) => unknown) => command(client),
    send: (command: (at: typeof client) => unknown) => command(client),
    key: (...parts: string[]) => parts.join(':'),
  } as unknown as LimitsRedis;
  const slots = new Slots(redis);
  made.push(slots);
  return { slots, commands };
}

const user = (name: string, max = 2): CallLimit => ({ kind: 'user', name, max });
const service = (name: string, max = 2): CallLimit => ({ kind: 'service', name, max });

describe('calls that arrive together', () => {
  it('take one command to enter, and one to leave where they end together', async () => {
    const { slots, commands } = slotsWith((calls) => calls.map(() => 0));
    const entered = await Promise.all([1, 2, 3].map(() => slots.enter([user('ada', 5)])));
    expect(commands.map(({ name }) => name)).toEqual(['enter']);
    for (const leave of entered) (leave as () => void)();
    await sleep(20);
    expect(commands.map(({ name, values }) => [name, values.length])).toEqual([
      ['enter', 3],
      ['leave', 4],
    ]);
  });

  it('are answered each by its own limits', async () => {
    const { slots } = slotsWith((calls) => calls.map((_call, index) => index));
    const limits = [user('ada'), service('one')];
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => slots.enter(limits)));
    expect([typeof first, second, third]).toEqual(['function', limits[0], limits[1]]);
  });

  it('give back what they hold before others are let in', async () => {
    const { slots, commands } = slotsWith((calls) => calls.map(() => 0));
    const leave = (await slots.enter([user('ada')])) as () => void;
    leave();
    leave();
    await slots.enter([user('ada')]);
    expect(commands.map(({ name }) => name)).toEqual(['enter', 'leave', 'enter']);
  });

  it('ask for nothing where their places were taken ahead', async () => {
    const { slots, commands } = slotsWith((calls) => calls.map(() => 0));
    slots.keepAhead('ada', ['one', 'two']);
    const ahead = await Promise.all([slots.enter([user('ada')]), slots.enter([user('ada')])]);
    expect([ahead.map((entered) => typeof entered), commands]).toEqual([['function', 'function'], []]);
    // Nothing is left ahead; and what another limit concerns has to ask for that.
    slots.keepAhead('bob', ['three']);
    await Promise.all([slots.enter([user('ada')]), slots.enter([user('bob'), service('one')])]);
    expect(commands.map(({ name }) => name)).toEqual(['enter']);
    for (const leave of ahead) (leave as () => void)();
    slots.leaveTogether();
    expect(commands.at(-1)?.values).toEqual(['places:user:ada', 'one', 'two']);
  });

  it('are counted here one after the other while Redis is away', async () => {
    const { slots } = slotsWith(() => undefined);
    const enter = (name: string) => slots.enter([user(name), service('one', 3)]);
    const entered = await Promise.all(['ada', 'ada', 'ada', 'bob', 'bob'].map(enter));
    expect(entered.map((each) => (typeof each === 'function' ? 'in' : each.kind))).toEqual([
      'in',
      'in',
      'user',
      'in',
      'service',
    ]);
    (entered[0] as () => void)();
    expect(typeof (await enter('ada'))).toBe('function');
  });
});
