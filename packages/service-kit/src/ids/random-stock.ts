import { randomFillSync } from 'node:crypto';

const bytesAtOnce = 16;
const stock = new Uint8Array(256 * bytesAtOnce);
let taken = stock.length;

/** Sixteen random bytes that nothing else gets, to be read at once: the system is asked for those of 256 calls together. */
export function randomBytesInStock(): Uint8Array {
  if (taken === stock.length) {
    randomFillSync(stock);
    taken = 0;
  }
  taken += bytesAtOnce;
  return stock.subarray(taken - bytesAtOnce, taken);
}
