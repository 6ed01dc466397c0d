import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
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

/** What there should be, by the rules alone. */
class ExpectedQueue {
  running: number[] = [];
  waiting: number[] = [];

  constructor(
    private readonly max: number,
    private readonly room: number,
  ) {}

  enter(id: number): void {
    if (this.running.length < this.max) this.running.push(id);
    else if (this.waiting.length < this.room) this.waiting.push(id);
  }

  leave(id: number): void {
    if (!this.running.includes(id)) return;
    this.running = this.running.filter((each) => each !== id);
    const next = this.waiting.shift();
    if (next !== undefined) this.running.push(next);
  }

  abort(id: number): void {
    this.waiting = this.waiting.filter((each) => each !== id);
  }
}

describe('a slot for work that ends elsewhere', () => {
  const refusal = () => new Error('full');

  it('is given back once, however often that is said', async () => {
    const limit = new ConcurrencyLimit(1);
    const leave = await limit.enter();
    const second = limit.enter();
    leave();
    leave();
    const third = limit.enter();
    expect(limit.waiting).toBe(1);
    (await second)();
    (await third)();
    expect(limit.isIdle).toBe(true);
  });

  it('is waited for no longer than may be, and then no more', async () => {
    const limit = new ConcurrencyLimit(1, { maxWaiting: 5, maxWaitMs: 5, refusal });
    const leave = await limit.enter();
    await expect(limit.enter()).rejects.toThrow('full');
    expect(limit.waiting).toBe(0);
    leave();
    expect(limit.isIdle).toBe(true);
  });

  it('is not taken by whom its signal has ended before', async () => {
    const limit = new ConcurrencyLimit(1);
    await expect(limit.enter(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(limit.isIdle).toBe(true);
  });

  it('goes to those that wait in their order, whoever gives up meanwhile', async () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('enter', 'leave', 'abort'), fc.nat(9)), { maxLength: 60 });
    const bounds = fc.record({ max: fc.integer({ min: 1, max: 3 }), room: fc.integer({ min: 0, max: 4 }) });
    await fc.assert(
      fc.asyncProperty(bounds, steps, async ({ max, room }, all) => {
        const limit = new ConcurrencyLimit(max, { maxWaiting: room, refusal });
        const gone: AbortController[] = [];
        const running = new Map<number, () => void>();
        const expected = new ExpectedQueue(max, room);
        for (const [step, pick] of all) {
          const id = pick % Math.max(1, gone.length);
          if (step === 'enter') {
            const own = gone.push(new AbortController()) - 1;
            expected.enter(own);
            limit.enter(gone[own]!.signal).then(
              (leave) => running.set(own, leave),
              () => {},
            );
          } else if (step === 'abort') {
            expected.abort(id);
            gone[id]?.abort(new Error('gone'));
          } else {
            expected.leave(id);
            running.get(id)?.();
            running.delete(id);
          }
          // What is settled by now is heard of before a timer runs.
          await sleep(0);
          expect({ running: new Set(running.keys()), waiting: limit.waiting }).toEqual({
            running: new Set(expected.running),
            waiting: expected.waiting.length,
          });
        }
      }),
      { numRuns: 100, seed: 20261126 },
    );
  });
});
