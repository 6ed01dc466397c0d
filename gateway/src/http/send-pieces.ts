import { pipeline } from 'node:stream/promises';
import type { HttpResponse } from './http-messages.js';

/**
 * Sends the body of an answer piece by piece, no faster than it is read. What fails midway cuts the line, so that half a
 * file is never taken for the whole. Answers whether all of it was sent.
 */
export async function sendPieces(response: HttpResponse, pieces: AsyncIterable<string | Uint8Array>): Promise<boolean> {
  try {
    await pipeline(pieces, response);
    return true;
  } catch {
    response.destroy();
    return false;
  }
}

/**
 * Goes on after the first piece, which was waited for alone: an error before it is still an ordinary error answer.
 */
export async function* startingWith<T>(
  first: IteratorResult<T, unknown>,
  rest: AsyncIterator<T, unknown>,
): AsyncGenerator<T> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value;
}
