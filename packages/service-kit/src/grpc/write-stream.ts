import type { ServerWritableStream } from '@grpc/grpc-js';

/**
 * Writes an iterable to a call: pulls the next message only when the wire takes it, and on cancel stops at once and
 * returns the generator. The caller's abort signal is what frees a generator that is waiting for something.
 */
export async function writeStream<T>(
  call: ServerWritableStream<unknown, T>,
  messages: AsyncIterable<T>,
  signal: AbortSignal,
): Promise<void> {
  const iterator = messages[Symbol.asyncIterator]();
  let wake = () => {};
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort, { once: true });
  call.on('drain', onAbort);
  try {
    while (!signal.aborted) {
      const next = await orAborted(iterator.next(), signal, (resolve) => (wake = resolve));
      if (next === undefined) break;
      if (next.done) return void call.end();
      if (!call.write(next.value) && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    call.off('drain', onAbort);
    // Not awaited: a generator that ignores the signal must not hold up the end of the call.
    if (signal.aborted) iterator.return?.().catch(() => undefined);
  }
}

/** The promise's value, or undefined as soon as the signal aborts. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal, onWake: (wake: () => void) => void) {
  return new Promise<T | undefined>((resolve, reject) => {
    onWake(() => {
      if (signal.aborted) resolve(undefined);
    });
    promise.then(resolve, (error: unknown) => (signal.aborted ? resolve(undefined) : reject(error as Error)));
  });
}
