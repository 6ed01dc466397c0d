import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { ConcurrencyLimit } from './concurrency-limit.js';

it('lets so many through at a time, the others in their order, also after a failure', async () => {
  const limit = new ConcurrencyLimit(2);
  const begun: number[] = [];
  let [now, peak] = [0, 0];
  const work = (index: number) =>
    limit.run(async () => {
      begun.push(index);
      peak = Math.max(peak, (now += 1));
      await sleep(1);
      now -= 1;
      if (index === 1) throw new Error('failed');
    });
  const ends = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(work));
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', ...Array<string>(4).fill('fulfilled')]);
  expect([begun, peak]).toEqual([[0, 1, 2, 3, 4, 5], 2]);
});

it('always lets one through', async () => {
  await expect(new ConcurrencyLimit(-1).run(() => Promise.resolve('done'))).resolves.toBe('done');
});
