import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Does work of which there may be much, at most `size` at a time, until a batch was not full: what fell behind catches up, and
 * no statement grows with it. Others get a turn between two batches. `batch` answers how much it did; none follows once it is
 * stopped.
 */
export async function inBatches(
  size: number,
  batch: (size: number) => Promise<number>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (let done = size; done >= size && !isStopped();) {
    done = await batch(size);
    await nextTurn();
  }
}
