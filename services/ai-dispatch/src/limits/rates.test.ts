import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LimitsRedis } from './limits-redis.js';
import { Rates } from './rates.js';
import { RequestedCalls } from './requested-calls.js';
import { Slots } from './slots.js';

function withoutRedis() {
  const redis = {
    run: () => Promise.resolve(undefined),
    send: () => undefined,
    key: (...parts: string[]) => parts.join(':'),
  } as unknown as LimitsRedis;
  const rates = new Rates(redis);
  const slots = new Slots(redis);
  const requested = new RequestedCalls(redis, rates, slots);
  let now = 1_000;
  rates.now = () => now;
  const take = (userId: string, maxPerMinute: number, calls = 1, repeat?: string, maxAtOnce = 0) =>
    requested.take({ userId, calls, maxPerMinute, maxAtOnce, repeat });
  return { rates, slots, requested, take, wait: (ms: number) => (now += ms) };
}

describe('calls per minute, counted in the process', () => {
  it('lets as many through as fit, and says how long to wait', async () => {
    const { take, wait } = withoutRedis();
    expect(await take('a', 3)).toBeUndefined();
    wait(10_500);
    expect(await take('a', 3, 2)).toBeUndefined();
    expect(await take('a', 3)).toBe(50);
    expect(await take('b', 3)).toBeUndefined();
    wait(49_500);
    expect(await take('a', 3, 3)).toBeUndefined();
  });

  it('takes all or none', async () => {
    const { take } = withoutRedis();
    expect(await take('a', 4, 3)).toBeUndefined();
    expect(await take('a', 4, 2)).toBe(60);
    expect(await take('a', 4, 1)).toBeUndefined();
    expect(await take('c', 4, 5)).toBe(60);
  });

  it('takes one call at a time from the same minute', async () => {
    const { rates, take } = withoutRedis();
    expect(await take('a', 3, 2)).toBeUndefined();
    expect(await rates.take('user', 'a', 3)).toBeUndefined();
    expect(await rates.take('user', 'a', 3)).toBe(60);
    expect(await rates.take('service', 'a', 3)).toBeUndefined();
  });

  it('takes nothing of the minute for calls that have no slots, and none again for a repeat', async () => {
    const { slots, take } = withoutRedis();
    const leave = await slots.enter([{ kind: 'user', name: 'a', max: 2 }]);
    expect(await take('a', 2, 2, 'r', 2)).toBe('atOnce');
    (leave as () => void)();
    expect(await take('a', 2, 2, 'r', 2)).toBeUndefined();
    await slots.enter([{ kind: 'user', name: 'a', max: 2 }]);
    expect(await take('a', 2, 2, 'r', 2)).toBeUndefined();
  });

  it('counts what is repeated once, and knows it again for a minute', async () => {
    const { requested, take, wait } = withoutRedis();
    expect(await requested.wereTaken('r')).toBe(false);
    expect(await take('a', 3, 3, 'r')).toBeUndefined();
    expect(await take('a', 3, 3, 'r')).toBeUndefined();
    expect(await requested.wereTaken('r')).toBe(true);
    expect(await take('a', 3, 1, 'other')).toBe(60);
    expect(await requested.wereTaken('other')).toBe(false);
    wait(60_000);
    expect(await requested.wereTaken('r')).toBe(false);
  });

  it('never lets more through in a minute than there may be, whatever comes', async () => {
    const step = fc.record({ calls: fc.integer({ min: 1, max: 6 }), pause: fc.integer({ min: 0, max: 20_000 }) });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 10 }), fc.array(step, { maxLength: 60 }), async (max, steps) => {
        const { take, wait } = withoutRedis();
        let [used, began, now] = [0, Number.NEGATIVE_INFINITY, 0];
        for (const { calls, pause } of steps) {
          wait(pause);
          now += pause;
          if (now - began >= 60_000) used = 0;
          const refused = await take('a', max, calls);
          expect(refused === undefined).toBe(used + calls <= max);
          if (refused !== undefined) continue;
          if (used === 0) began = now;
          used += calls;
        }
      }),
      { seed: 20250710 },
    );
  });
});
