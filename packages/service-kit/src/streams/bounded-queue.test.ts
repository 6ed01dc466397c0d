import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BoundedQueue, type BoundedQueueOptions } from './bounded-queue.js';

type Settled = { value: number } | 'done' | { error: unknown } | 'open';

/** Every read of a queue and what came of it, in the order of the reads. */
function readerOf(queue: BoundedQueue<number>) {
  const reads: Settled[] = [];
  const read = () => {
    const index = reads.push('open') - 1;
    queue.next().then(
      ({ value, done }) => (reads[index] = done ? 'done' : { value: value as number }),
      (error: unknown) => (reads[index] = { error }),
    );
  };
  return { reads, read };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a bounded queue', () => {
  it('gives what was pushed, in order, then ends', async () => {
    const queue = new BoundedQueue<number>({ maxItems: 8 });
    for (const item of [1, 2, 3]) queue.push(item);
    queue.close();
    const items: number[] = [];
    for await (const item of queue) items.push(item);
    expect(items).toEqual([1, 2, 3]);
  });

  it('gives what had come before its error, then the error once', async () => {
    const queue = new BoundedQueue<number>({ maxItems: 8 });
    queue.push(1);
    queue.close(new Error('broken'));
    expect(await queue.next()).toEqual({ value: 1, done: false });
    await expect(queue.next()).rejects.toThrow('broken');
    expect((await queue.next()).done).toBe(true);
  });

  it('asks its producer to pause when it is full, and for more when its reader waits', async () => {
    let wanted = 0;
    const queue = new BoundedQueue<number>({ maxItems: 2, onWanted: () => (wanted += 1) });
    expect([queue.push(1), queue.push(2)]).toEqual([true, false]);
    await queue.next();
    await queue.next();
    expect(wanted).toBe(0);
    const third = queue.next();
    expect(wanted).toBe(1);
    expect(queue.push(3)).toBe(true);
    expect((await third).value).toBe(3);
  });

  it('drops the oldest when it may', async () => {
    const queue = new BoundedQueue<number>({ maxItems: 2, whenFull: 'drop-oldest' });
    expect([1, 2, 3].map((item) => queue.push(item))).toEqual([true, true, true]);
    expect((await queue.next()).value).toBe(2);
    expect((await queue.next()).value).toBe(3);
  });

  it('takes what is pushed while it asks for more', async () => {
    const queue: BoundedQueue<number> = new BoundedQueue({ maxItems: 1, onWanted: () => void queue.push(7) });
    expect((await queue.next()).value).toBe(7);
    expect((await queue.next()).value).toBe(7);
  });

  it('frees a waiting reader when its signal aborts, and begins closed when it has', async () => {
    const stop = new AbortController();
    const closes: unknown[] = [];
    const queue = new BoundedQueue<number>({
      maxItems: 1,
      signal: stop.signal,
      onClose: (error) => closes.push(error),
    });
    const waiting = queue.next();
    stop.abort(new Error('gone'));
    expect((await waiting).done).toBe(true);
    expect(queue.push(1)).toBe(true);
    expect((await queue.next()).done).toBe(true);
    expect((await new BoundedQueue<number>({ maxItems: 1, signal: stop.signal }).next()).done).toBe(true);
    expect(closes).toEqual([undefined]);
  });
});

it.each([undefined, new Error('broken')])(
  'ends at once when its signal aborts after it was closed (%s)',
  async (error) => {
    const stop = new AbortController();
    const queue = new BoundedQueue<number>({ maxItems: 1, signal: stop.signal });
    queue.push(1);
    queue.close(error);
    stop.abort();
    expect((await queue.next()).done).toBe(true);
  },
);

type Step = 'push' | 'read' | 'close' | 'fail' | 'leave' | 'abort';
const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Step>('push') },
  { weight: 6, arbitrary: fc.constant<Step>('read') },
  { weight: 1, arbitrary: fc.constantFrom<Step>('close', 'fail', 'leave', 'abort') },
);

/** What a queue must do, said as simply as it can be: lists. */
class Model {
  readonly reads: Settled[] = [];
  private items: number[] = [];
  private isClosed = false;
  private failure: Settled | undefined;
  constructor(private readonly options: Pick<BoundedQueueOptions, 'maxItems' | 'whenFull'>) {}

  push(value: number): boolean {
    if (this.isClosed) return true;
    const waiting = this.reads.indexOf('open');
    if (waiting === -1) this.items.push(value);
    else this.reads[waiting] = { value };
    if (this.options.whenFull !== 'drop-oldest') return this.items.length < this.options.maxItems;
    this.items = this.items.slice(-this.options.maxItems);
    return true;
  }

  read(): void {
    const value = this.items.shift();
    this.reads.push(value !== undefined ? { value } : this.isClosed ? this.takeEnd() : 'open');
  }

  close(failure?: Settled, isLeft = false): void {
    if (isLeft) this.items = [];
    if (isLeft) this.failure = undefined;
    if (this.isClosed) return;
    this.isClosed = true;
    this.failure = failure;
    this.reads.forEach((read, index) => {
      if (read === 'open') this.reads[index] = this.takeEnd();
    });
  }

  private takeEnd(): Settled {
    const end = this.failure ?? 'done';
    this.failure = undefined;
    return end;
  }
}

it('whatever the order of pushes, reads and ends: every item once and in order, and no reader waits for ever', async () => {
  const bounds = fc.record({
    maxItems: fc.integer({ min: 1, max: 4 }),
    whenFull: fc.constantFrom('pause' as const, 'drop-oldest' as const),
  });
  await fc.assert(
    fc.asyncProperty(bounds, fc.array(fc.tuple(anyStep, fc.boolean()), { maxLength: 40 }), async (options, steps) => {
      const stop = new AbortController();
      let closes = 0;
      const queue = new BoundedQueue<number>({ ...options, signal: stop.signal, onClose: () => (closes += 1) });
      const reader = readerOf(queue);
      const model = new Model(options);
      const error = new Error('broken');
      const run: Record<Step, (item: number) => unknown> = {
        push: (item) => expect(queue.push(item)).toBe(model.push(item)),
        read: () => [reader.read(), model.read()],
        close: () => [queue.close(), model.close()],
        fail: () => [queue.close(error), model.close({ error })],
        leave: () => [queue.return(), model.close(undefined, true)],
        abort: () => [stop.abort(), model.close(undefined, true)],
      };
      for (const [item, [step, settles]] of steps.entries()) {
        run[step](item);
        if (settles) await settled();
      }
      await settled();
      expect(reader.reads).toEqual(model.reads);
      queue.close();
      await settled();
      expect(reader.reads).not.toContain('open');
      expect(closes).toBe(1);
    }),
    { seed: 20250710, numRuns: 400 },
  );
});
