import { AppError } from '@polylogue/service-kit';
import type { HttpResponse } from './http-messages.js';

/** Aborts when the client goes away before it has the whole answer: the work behind it is not needed any more. */
export function goneSignal(response: HttpResponse): AbortSignal {
  const gone = new AbortController();
  // It may have gone already, while it was being found out who it is.
  if (response.destroyed && !response.writableFinished) gone.abort(readerGone());
  // After a whole answer the close is ordinary, and making an error with its stack would be wasted.
  response.once('close', () => response.writableFinished || gone.abort(readerGone()));
  return gone.signal;
}

/** The reason for ending work whose client has gone. */
export function readerGone(): AppError {
  return new AppError('unavailable', 'reader_gone', 'The reader has gone.');
}
