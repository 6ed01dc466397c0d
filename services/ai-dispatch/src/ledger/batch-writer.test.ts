import { describe, expect, it } from '@jest/globals';
import { BatchWriter } from './batch-writer.js';

describe('writing in batches', () => {
  it('writes the first at once and what comes meanwhile together', async () => {
    const batches: number[][] = [];
    let release = () => {};
    const writer = new BatchWriter<number, number>(async (items) => {
      batches.push(items);
      await new Promise<void>((resolve) => (release = resolve));
      return items.map((item) => item * 10);
    });
    const first = writer.add(1);
    const later = [2, 3, 4].map((item) => writer.add(item));
    expect(batches).toEqual([[1]]);
    release();
    expect(await first).toBe(10);
    release();
    expect(await Promise.all(later)).toEqual([20, 30, 40]);
    expect(batches).toEqual([[1], [2, 3, 4]]);
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
