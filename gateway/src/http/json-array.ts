import { once } from 'node:events';
import type { Response } from 'express';
import { AppError } from '@polylogue/service-kit';

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
  let before = '[';
  for await (const piece of list(gone.signal)) {
    if (!response.headersSent) response.type('json');
    if (!response.write(before + JSON.stringify(piece))) await once(response, 'drain', { signal: gone.signal });
    before = ',';
  }
  if (response.headersSent) return void response.end(']');
  response.json([]);
}
