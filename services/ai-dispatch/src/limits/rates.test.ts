import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LimitsRedis } from './limits-redis.js';
import { Rates } from './rates.js';

function withoutRedis() {
  const rates = new Rates({
    run: () => Promise.resolve(undefined),
    key: (...parts: string[]) => parts.join(':'),
  } as unknown as LimitsRedis);
  let now = 1_000;
  rates.now = () => now;
  return { rates, wait: (ms: number) => (now += ms) };
}

describe('calls per minute, counted in the process', () => {
  it('lets as many through as fit, and says how long to wait', async () => {
    const { rates, wait } = withoutRedis();
    expect(await rates.take('user', 'a', 3)).toBeUndefined();
    wait(10_500);
    expect(await rates.take('user', 'a', 3, 2)).toBeUndefined();
    expect(await rates.take('user', 'a', 3)).toBe(50);
    expect(await rates.take('user', 'b', 3)).toBeUndefined();
    wait(49_500);
    expect(await rates.take('user', 'a', 3, 3)).toBeUndefined();
  });

  it('takes all or none', async () => {
    const { rates } = withoutRedis();
    expect(await rates.take('user', 'a', 4, 3)).toBeUndefined();
    expect(await rates.take('user', 'a', 4, 2)).toBe(60);
    expect(await rates.take('user', 'a', 4, 1)).toBeUndefined();
    expect(await rates.take('user', 'c', 4, 5)).toBe(60);
  });

  it('counts what is repeated once, and knows it again for a minute', async () => {
    const { rates, wait } = withoutRedis();
    expect(await rates.wasTaken('r')).toBe(false);
    expect(await rates.take('user', 'a', 3, 3, 'r')).toBeUndefined();
    expect(await rates.take('user', 'a', 3, 3, 'r')).toBeUndefined();
    expect(await rates.wasTaken('r')).toBe(true);
    expect(await rates.take('user', 'a', 3, 1, 'other')).toBe(60);
    expect(await rates.wasTaken('other')).toBe(false);
    wait(60_000);
    expect(await rates.wasTaken('r')).toBe(false);
  });

  it('never lets more through in a minute than there may be, whatever comes', async () => {
    const step = fc.record({ calls: fc.integer({ min: 1, max: 6 }), pause: fc.integer({ min: 0, max: 20_000 }) });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 10 }), fc.array(step, { maxLength: 60 }), async (max, steps) => {
        const { rates, wait } = withoutRedis();
        let [used, began, now] = [0, Number.NEGATIVE_INFINITY, 0];
        for (const { calls, pause } of steps) {
          wait(pause);
          now += pause;
          if (now - began >= 60_000) used = 0;
          const refused = await rates.take('user', 'a', max, calls);
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
