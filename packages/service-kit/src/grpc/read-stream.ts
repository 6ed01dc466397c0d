import { AsyncResource } from 'node:async_hooks';
import type { ServiceError } from '@grpc/grpc-js';
import type { CancelSignal } from '../runs/cancellation.js';
import { BoundedQueue } from '../streams/bounded-queue.js';

/** What is used of a call that answers with a stream: one of grpc-js, or one within the process. */
interface ReadableCall {
  // As EventEmitter has it: the arguments depend on the event.
  // oxlint-disable-next-line typescript/no-explicit-any
  on(event: string, listener: (payload: any) => void): unknown;
  pause(): unknown;
  resume(): unknown;
  cancel(): void;
}

const maxItems = 32;

/** What is read, and the callback for its end. */
export interface StreamReadOptions {
  start: () => ReadableCall;
  toError: (failure: ServiceError) => unknown;
  signal?: CancelSignal | undefined;
  /** Called once, with what went wrong if something did. */
  onEnd?: ((failure?: unknown) => void) | undefined;
}

/**
 * Reads a server stream. Pauses the wire when the reader is slow; `return()` and the signal cancel the call at once, also
 * while `next()` is waiting. A call that the signal cancels ends with its reason.
 */
export function readStream<T>({ start, toError, signal, onEnd }: StreamReadOptions): AsyncIterator<T> {
  const call = signal?.aborted ? undefined : start();
  let isPaused = false;
  const onAbort = () => queue.close(signal?.reason);
  const queue = new BoundedQueue<T>({
    maxItems,
    onWanted: () => {
      if (!isPaused) return;
      // First: a call within the process brings more at once, and may be paused again by that.
      isPaused = false;
      call?.resume();
    },
    onClose: (error) => {
      signal?.removeEventListener('abort', onAbort);
      call?.cancel();
      onEnd?.(error);
    },
  });
  if (!call) {
    onAbort();
    return queue;
  }
  call.on('data', (message: T) => {
    if (queue.push(message)) return;
    isPaused = true;
    call.pause();
  });
  call.on('end', () => queue.close());
  call.on('error', (failure: ServiceError) => queue.close(toError(failure)));
  signal?.addEventListener('abort', onAbort, { once: true });
  return queue;
}

/**
 * Hands each message of a server stream to `take` as it arrives: without a queue and a promise per message, for readers who
 * never wait. Resolves at its end; rejects with what went wrong, with the signal's reason, or with what `take` threw.
 */
export function forEachMessage<T>(
  { start, toError, signal, onEnd }: StreamReadOptions,
  take: (message: T) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    // Within a process messages arrive in the context of the server, whose spans and whose rights are not the reader's.
    const scope = new AsyncResource('GrpcStream');
    const call = signal?.aborted ? undefined : start();
    const end = (error?: unknown) => {
      if (isOver) return;
      isOver = true;
      signal?.removeEventListener('abort', onAbort);
      call?.cancel();
      onEnd?.(error);
      if (error === undefined) resolve();
      else reject(error as Error);
    };
    const onAbort = () => end(signal?.reason);
    if (!call) return onAbort();
    call.on('data', (message: T) => {
      if (isOver) return;
      try {
        scope.runInAsyncScope(take, undefined, message);
      } catch (error) {
        end(error);
      }
    });
    call.on('end', () => end());
    call.on('error', (failure: ServiceError) => end(toError(failure)));
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
