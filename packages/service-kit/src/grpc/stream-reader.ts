import type { ServiceError } from '@grpc/grpc-js';

/** What is used of a call that answers with a stream: one of grpc-js, or one within the process. */
interface ReadableCall {
  // As EventEmitter has it: the arguments depend on the event.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  on(event: string, listener: (args: any) => void): unknown;
  pause(): unknown;
  resume(): unknown;
  cancel(): void;
}

const highWater = 32;

/** What a {@link StreamReader} reads, and what is called at its end. */
export interface StreamReaderOptions {
  start: () => ReadableCall;
  toError: (failure: ServiceError) => unknown;
  signal?: AbortSignal | undefined;
  /** Called once, with what went wrong if something did. */
  onEnd?: (failure?: unknown) => void;
}

/**
 * Reads a server stream. Pauses the wire when the reader is slow; `return()` and the signal cancel the call at once,
 * also while `next()` is waiting (which an async generator could not do).
 */
export class StreamReader<T> implements AsyncIterator<T> {
  readonly #call: ReadableCall | undefined;
  readonly #messages: T[] = [];
  #waiting: { resolve: (result: IteratorResult<T>) => void; reject: (error: unknown) => void } | undefined;
  #ended = false;
  #failure: unknown;
  readonly #onAbort = () => this.#fail(this.options.signal?.reason);

  constructor(private readonly options: StreamReaderOptions) {
    const { start, signal, onEnd } = options;
    if (signal?.aborted) {
      this.#failure = signal.reason;
      this.#ended = true;
      onEnd?.(signal.reason);
      return;
    }
    this.#call = start();
    this.#call.on('data', (message: T) => this.#take(message));
    this.#call.on('end', () => this.#finish());
    this.#call.on('error', (failure: ServiceError) => this.#fail(options.toError(failure)));
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  next(): Promise<IteratorResult<T>> {
    if (this.#messages.length > 0) {
      const value = this.#messages.shift() as T;
      if (this.#messages.length === 0) this.#call?.resume();
      return Promise.resolve({ value, done: false });
    }
    if (this.#failure !== undefined) {
      const failure = this.#failure;
      this.#failure = undefined;
      return Promise.reject(failure as Error);
    }
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve, reject) => (this.#waiting = { resolve, reject }));
  }

  return(): Promise<IteratorResult<T>> {
    this.#messages.length = 0;
    this.#failure = undefined;
    this.#finish();
    return Promise.resolve({ value: undefined, done: true });
  }

  #take(message: T): void {
    if (this.#ended) return;
    if (this.#waiting) {
      this.#waiting.resolve({ value: message, done: false });
      this.#waiting = undefined;
      return;
    }
    this.#messages.push(message);
    if (this.#messages.length >= highWater) this.#call?.pause();
  }

  #finish(): void {
    if (!this.#close()) return;
    this.options.onEnd?.();
    this.#waiting?.resolve({ value: undefined, done: true });
    this.#waiting = undefined;
  }

  #fail(error: unknown): void {
    if (!this.#close()) return;
    this.options.onEnd?.(error);
    if (this.#waiting) this.#waiting.reject(error);
    else this.#failure = error;
    this.#waiting = undefined;
  }

  #close(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    this.options.signal?.removeEventListener('abort', this.#onAbort);
    this.#call?.cancel();
    return true;
  }
}
