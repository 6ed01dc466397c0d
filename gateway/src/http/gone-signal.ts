import type { Response } from 'express';
import { AppError } from '@polylogue/service-kit';

/** Aborts when the reader of an answer goes away: nobody waits for the work behind it any more. */
export function goneSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  // Whoever has the whole answer may go: an error, with its trace, would be made for nobody.
  response.once('close', () => response.writableFinished || gone.abort(readerGone()));
  return gone.signal;
}

/** Why work ends when nobody waits for it any more. */
export function readerGone(): AppError {
  return new AppError('unavailable', 'reader_gone', 'The reader has gone.');
}
