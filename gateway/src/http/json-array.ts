import { once } from 'node:events';
import { goneSignal } from './gone-signal.js';
import type { HttpResponse } from './http-messages.js';

const writeLength = 32 * 1024;

/**
 * Writes a JSON array piece by piece, no faster than it is read; a piece is some of its elements, which came together. An error before the first piece is an ordinary error
 * answer; one after it cuts the line, so that half an array is never taken for the whole.
 */
export async function writeArray(
  response: HttpResponse,
  list: (signal: AbortSignal) => AsyncIterable<readonly unknown[]>,
): Promise<void> {
  const gone = goneSignal(response);
  let waiting = '';
  let before = '[';
  const write = () => {
    const text = waiting;
    waiting = '';
    return text === '' || response.write(text);
  };
  // What has arrived together goes out in one piece, and what is late holds nothing up: a write costs more than a short
  // piece is worth.
  let soon: NodeJS.Immediate | undefined;
  try {
    for await (const piece of list(gone)) {
      if (piece.length === 0) continue;
      if (!soon) response.type('json');
      soon ??= setImmediate(write);
      waiting += before + JSON.stringify(piece).slice(1, -1);
      before = ',';
      if (waiting.length >= writeLength && !write()) await once(response, 'drain', { signal: gone });
    }
  } finally {
    clearImmediate(soon);
  }
  if (soon) response.end(`${waiting}]`);
  else response.json([]);
}
