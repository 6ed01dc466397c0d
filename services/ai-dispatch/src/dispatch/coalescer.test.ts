import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { Coalescer } from './coalescer.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Reads in the background and notes when each delta came. */
function reading(coalescer: Coalescer) {
  const began = performance.now();
  const deltas: { at: number; text: string }[] = [];
  const progress: (number | undefined)[] = [];
  const done = (async () => {
    for (let text = await coalescer.next(); text !== undefined; text = await coalescer.next()) {
      if (typeof text === 'string') deltas.push({ at: performance.now() - began, text });
      else progress.push(text.fraction);
    }
  })();
  return { deltas, progress, done };
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('coalescing', () => {
  it('sends the first text at once and joins what follows within 16 ms', async () => {
    const coalescer = new Coalescer();
    const { deltas, done } = reading(coalescer);
    await pass(5);
    coalescer.push('a');
    await pass(0);
    for (const text of 'bcdefgh') {
      coalescer.push(text);
      await pass(4);
    }
    coalescer.close();
    await done;
    expect(deltas).toEqual([
      { at: 5, text: 'a' },
      { at: 21, text: 'bcde' },
      { at: 33, text: 'fgh' },
    ]);
  });

  it('does not hold back what comes after a pause', async () => {
    const coalescer = new Coalescer();
    const { deltas, done } = reading(coalescer);
    coalescer.push('a');
    await pass(100);
    coalescer.push('b');
    await pass(0);
    expect(deltas).toEqual([
      { at: 0, text: 'a' },
      { at: 100, text: 'b' },
    ]);
    coalescer.close();
    await done;
  });

  it('passes progress on at once, and only the latest when the reader is late', async () => {
    const coalescer = new Coalescer();
    coalescer.note({ fraction: 0.1 });
    coalescer.note({ fraction: 0.2 });
    const { deltas, progress, done } = reading(coalescer);
    await pass(0);
    coalescer.note({});
    await pass(0);
    expect(progress).toEqual([0.2, undefined]);
    coalescer.push('a');
    coalescer.note({ fraction: 1 });
    coalescer.close();
    await done;
    expect(deltas.map(({ text }) => text)).toEqual(['a']);
  });

  it('keeps everything for a reader that is late, and for one that comes after the end', async () => {
    const coalescer = new Coalescer();
    for (const text of 'abc') coalescer.push(text);
    await pass(50);
    coalescer.push('d');
    coalescer.close();
    const { deltas, done } = reading(coalescer);
    await done;
    expect(deltas.map(({ text }) => text)).toEqual(['abcd']);
  });

  it('never loses, doubles or reorders a character, whatever the pace', async () => {
    const step = fc.tuple(fc.string({ maxLength: 5 }), fc.nat(40));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const coalescer = new Coalescer();
        const { deltas, done } = reading(coalescer);
        for (const [text, ms] of steps) {
          if (text !== '') coalescer.push(text);
          await pass(ms);
        }
        coalescer.close();
        await done;
        expect(deltas.map(({ text }) => text).join('')).toBe(steps.map(([text]) => text).join(''));
        const gaps = deltas.slice(1, -1).map(({ at }, index) => at - (deltas[index]?.at ?? 0));
        expect(gaps.every((gap) => gap >= 15)).toBe(true);
      }),
      { numRuns: 60, seed: 20250710 },
    );
  });
});
