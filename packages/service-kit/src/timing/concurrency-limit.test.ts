import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
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

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe('a limit with a line of its own length', () => {
  it('runs no more at once than it may, in the order they came', async () => {
    const limit = new ConcurrencyLimit(2, { maxWaiting: 10, refusal: () => new Error('full') });
    const gates = [gate(), gate(), gate(), gate()];
    const begun: number[] = [];
    const all = gates.map(({ opened }, index) =>
      limit.run(async () => {
        begun.push(index);
        await opened;
        return index;
      }),
    );
    expect(begun).toEqual([0, 1]);
    gates[1]!.open();
    await all[1];
    expect(begun).toEqual([0, 1, 2]);
    for (const each of gates) each.open();
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
  });

  it('refuses work when the queue is full, and hands the slot on after a failure', async () => {
    const limit = new ConcurrencyLimit(1, { maxWaiting: 1, refusal: () => new Error('full') });
    const first = gate();
    const running = limit.run(() => first.opened.then(() => Promise.reject(new Error('broken'))));
    const waiting = limit.run(() => Promise.resolve('served'));
    await expect(limit.run(() => Promise.resolve('never'))).rejects.toThrow('full');
    first.open();
    await expect(running).rejects.toThrow('broken');
    expect(await waiting).toBe('served');
    expect(await limit.run(() => Promise.resolve('again'))).toBe('again');
  });
});
