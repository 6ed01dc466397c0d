import { AsyncResource } from 'node:async_hooks';
import type { ServerWritableStream } from '@grpc/grpc-js';

/** Called once, when a stream has ended. */
export interface StreamOutcome {
  /** It was written to its end, or its caller left. */
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Writes an iterable to a call: pulls the next message only when the wire takes it, and on cancel stops at once and
 * returns the generator. `onLeft` or the signal of its context is what frees a generator that is waiting for something.
 */
export function writeStream<T>(
  call: ServerWritableStream<unknown, T>,
  messages: AsyncIterable<T>,
  outcome: StreamOutcome,
): void {
  new StreamWriter(call, messages, outcome).begin();
}

/** Callbacks, not `await`: this runs for each message of each stream, and promises are most of what that costs. */
class StreamWriter<T> {
  readonly #iterator: AsyncIterator<T>;
  // Callbacks of the call run in the context of its server, not in that of its reader. `AsyncResource.bind`, for each
  // function, would cost a hundred times as much.
  readonly #scope = new AsyncResource('StreamWriter');
  #isFull = false;
  #isOver = false;

  constructor(
    private readonly call: ServerWritableStream<unknown, T>,
    messages: AsyncIterable<T>,
    private readonly outcome: StreamOutcome,
  ) {
    this.#iterator = messages[Symbol.asyncIterator]();
  }

  begin(): void {
    if (this.call.cancelled) return this.#leave();
    // Not `once`: its wrapper would be kept for as long as the stream is open.
    this.call.on('cancelled', this.#leave);
    this.call.on('drain', this.#onDrain);
    // A message that cannot be written ends the call.
    this.call.on('error', this.#leave);
    this.#pull();
  }

  #pull(): void {
    if (!this.#isOver) this.#iterator.next().then(this.#write, this.#fail);
  }

  readonly #write = (next: IteratorResult<T>): void => {
    if (this.#isOver) return;
    try {
      if (next.done) {
        this.#close();
        this.outcome.resolve();
        this.call.end();
      } else if (!this.call.write(next.value)) this.#isFull = true;
      else this.#pull();
    } catch (error) {
      this.#fail(error);
    }
  };

  readonly #fail = (error: unknown): void => {
    if (this.#isOver) return;
    // First: what rejects it emits an error on the call, which is no leaving of its caller.
    this.#close();
    this.outcome.reject(error);
    // What failed may be a step behind it, or the call.
    this.#return();
  };

  readonly #onDrain = (): void => {
    if (!this.#isFull) return;
    this.#isFull = false;
    this.#scope.runInAsyncScope(() => this.#pull());
  };

  readonly #leave = (): void => {
    if (this.#isOver) return;
    this.#close();
    this.outcome.resolve();
    this.#return();
  };

  /** Not awaited: a generator that ignores the signal must not hold up the end of the call. */
  #return(): void {
    this.#scope.runInAsyncScope(() => void this.#iterator.return?.().catch(() => undefined));
  }

  #close(): void {
    this.#isOver = true;
    this.call.off('cancelled', this.#leave);
    this.call.off('drain', this.#onDrain);
    this.call.off('error', this.#leave);
  }
}
