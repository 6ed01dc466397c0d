import { AppError } from '@polylogue/service-kit';

/** Work that another service does and streams. */
export interface StreamedWork<E> {
  /** Without the reader's signal: until the work has said its id, nothing could cancel it. */
  open: () => AsyncIterable<E>;
  /** The id of the work, from the event that says it. */
  idOf: (event: E) => string | undefined;
  isLast: (event: E) => boolean;
  /** Never rejects. */
  cancel: (id: string) => void;
}

/** The events of the work. It is cancelled when the signal aborts, and when they are not read to their end. */
export async function* readOrCancel<E>(work: StreamedWork<E>, signal: AbortSignal): AsyncGenerator<E> {
  let id: string | undefined;
  let isOver = false;
  const cancel = () => {
    if (id === undefined || isOver) return;
    isOver = true;
    work.cancel(id);
  };
  signal.addEventListener('abort', cancel, { once: true });
  let isWhole = false;
  try {
    for await (const event of work.open()) {
      const named = work.idOf(event);
      // What begins anew cannot be taken back from a reader of text.
      if (named !== undefined && id !== undefined) throw brokenOff();
      id ??= named;
      if (work.isLast(event)) isOver = isWhole = true;
      signal.throwIfAborted();
      yield event;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
  if (!isWhole) throw brokenOff();
}

function brokenOff(): AppError {
  const sentence = 'The replies could not be read to their end. They are kept in the history of the key’s user.';
  return new AppError('unavailable', 'stream_ended_early', sentence, { retryAfterSeconds: 2 });
}
