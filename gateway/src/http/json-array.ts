import { once } from 'node:events';
import type { Response } from 'express';
import { AppError } from '@polylogue/service-kit';

const writeLength = 32 * 1024;

/**
 * Writes a JSON array piece by piece, no faster than it is read. An error before the first piece is an ordinary error
 * answer; one after it cuts the line, so that half an array is never taken for the whole.
 */
export async function writeArray(
  response: Response,
  list: (signal: AbortSignal) => AsyncIterable<unknown>,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort(new AppError('unavailable', 'reader_gone', 'The reader has gone.')));
  // The first goes out at once; the rest is gathered, for a write costs more than a short piece is worth.
  let waiting = '[';
  for await (const piece of list(gone.signal)) {
    const isFirst = !response.headersSent;
    if (isFirst) response.type('json');
    waiting += JSON.stringify(piece);
    if (isFirst || waiting.length >= writeLength) {
      if (!response.write(waiting)) await once(response, 'drain', { signal: gone.signal });
      waiting = '';
    }
    waiting += ',';
  }
  if (!response.headersSent) return void response.json([]);
  response.end(`${waiting.slice(0, -1)}]`);
}
