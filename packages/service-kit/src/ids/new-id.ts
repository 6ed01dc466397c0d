import { v7 } from 'uuid';
import { randomBytesInStock } from './random-stock.js';

let lastMs = 0;
let sequence = 0;

/**
 * A new uuid of version 7: each is higher than the one before it in this process, as those of `uuid` are, which fetches random
 * bytes for every one of them. A message to six services takes more than twenty.
 */
export function newId(): string {
  const random = randomBytesInStock();
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    sequence = ((random[6]! & 0x7f) << 24) | (random[7]! << 16) | (random[8]! << 8) | random[9]!;
  } else {
    sequence = (sequence + 1) | 0;
    if (sequence === 0) lastMs += 1;
  }
  return v7({ random, msecs: lastMs, seq: sequence });
}
