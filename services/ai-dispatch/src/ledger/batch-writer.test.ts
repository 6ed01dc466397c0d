import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { BatchWriter } from './batch-writer.js';

describe('writing in batches', () => {
  it('writes what arrives together at once, and what comes meanwhile after it', async () => {
    const batches: number[][] = [];
    let release = () => {};
    const writer = new BatchWriter<number, number>(async (items) => {
      batches.push(items);
      await new Promise<void>((resolve) => (release = resolve));
      return items.map((item) => item * 10);
    });
    const first = [1, 2].map((item) => writer.add(item));
    await setImmediate();
    const later = [3, 4, 5].map((item) => writer.add(item));
    expect(batches).toEqual([[1, 2]]);
    release();
    expect(await Promise.all(first)).toEqual([10, 20]);
    release();
    expect(await Promise.all(later)).toEqual([30, 40, 50]);
    expect(batches).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('fails those of one batch only', async () => {
    let turn = 0;
    const writer = new BatchWriter<string, string>(async (items) => {
      if (turn++ === 0) throw new Error('away');
      return items;
    });
    await expect(writer.add('a')).rejects.toThrow('away');
    await expect(writer.add('b')).resolves.toBe('b');
  });
});
