import { once } from 'node:events';
import { goneSignal } from './gone-signal.js';
import type { HttpResponse } from './http-messages.js';

const writeLength = 32 * 1024;

/**
 * Writes a JSON text that comes in pieces, no faster than it is read. An error before anything was written is an ordinary
 * error answer; one after it cuts the line, so that half a text is never taken for the whole.
 */
export async function writeJson(
  response: HttpResponse,
  piecesOf: (signal: AbortSignal) => AsyncIterable<string>,
): Promise<void> {
  const gone = goneSignal(response);
  let waiting = '';
  for await (const piece of piecesOf(gone)) {
    waiting += piece;
    if (waiting.length < writeLength) continue;
    if (!response.headersSent) response.type('json');
    const text = waiting;
    waiting = '';
    if (!response.write(text)) await once(response, 'drain', { signal: gone });
  }
  if (!response.headersSent) response.type('json');
  response.end(waiting);
}
