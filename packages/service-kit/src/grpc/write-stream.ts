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
  // A message that cannot be written has ended the call already.
  let isOver = signal.aborted;
  const onDrain = () => wake();
  const onOver = () => {
    isOver = true;
    wake();
  };
  signal.addEventListener('abort', onOver, { once: true });
  call.on('drain', onDrain);
  call.once('error', onOver);
  try {
    while (!isOver) {
      const next = await orOver(
        iterator.next(),
        () => isOver,
        (resolve) => (wake = resolve),
      );
      if (next === undefined) break;
      if (next.done) return void call.end();
      if (!call.write(next.value) && !isOver) await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    signal.removeEventListener('abort', onOver);
    call.off('drain', onDrain);
    call.off('error', onOver);
    // Not awaited: a generator that ignores the signal must not hold up the end of the call.
    if (isOver) iterator.return?.().catch(() => undefined);
  }
}

/** The promise's value, or undefined as soon as the call is over. */
function orOver<T>(promise: Promise<T>, isOver: () => boolean, onWake: (wake: () => void) => void) {
  return new Promise<T | undefined>((resolve, reject) => {
    onWake(() => {
      if (isOver()) resolve(undefined);
    });
    promise.then(resolve, (error: unknown) => (isOver() ? resolve(undefined) : reject(error as Error)));
  });
}
