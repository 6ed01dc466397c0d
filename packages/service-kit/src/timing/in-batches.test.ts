import { expect, it } from '@jest/globals';
import { inBatches } from './in-batches.js';

function backlog(rows: number) {
  const batches: number[] = [];
  const remove = (size: number) => {
    const removed = Math.min(size, rows);
    rows -= removed;
    batches.push(removed);
    return Promise.resolve(removed);
  };
  return { batches, remove };
}

it.each([
  [0, [0]],
  [99, [99]],
  [100, [100, 0]],
  [250, [100, 100, 50]],
])('of %s pieces takes %s', async (rows, expected) => {
  const { batches, remove } = backlog(rows);
  await inBatches(100, remove);
  expect(batches).toEqual(expected);
});

it('ends between two batches once it is stopped', async () => {
  const { batches, remove } = backlog(1_000);
  await inBatches(100, remove, () => batches.length === 2);
  expect(batches).toEqual([100, 100]);
});

it('gives others a turn between two batches', async () => {
  const { batches, remove } = backlog(300);
  let seen: number | undefined;
  setImmediate(() => (seen = batches.length));
  await inBatches(100, remove);
  expect(seen).toBe(1);
});
