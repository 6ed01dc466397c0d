/** The capacity of a {@link BoundedQueue}, and its callbacks. */
export interface BoundedQueueOptions {
  /** How many items may wait for their reader. */
  maxItems: number;
  /** When full, a queue asks its producer to pause (`push` answers false), or drops its oldest item. */
  whenFull?: 'pause' | 'drop-oldest';
  /** Ends the reading at once, as leaving the loop does. */
  signal?: AbortSignal | undefined;
  /** The reader waits and nothing is there: the moment to resume, or to push what is next. */
  onWanted?: () => void;
  /** Called once: closed, failed (with the error), or left by its reader. */
  onClose?: (error?: unknown) => void;
}

/** A read that waits for its item. */
interface WaitingRead<T> {
  resolve: (result: IteratorResult<T>) => void;
  reject: (error: unknown) => void;
}

/**
 * Items pushed by a producer and pulled by one reader, in order, each exactly once. Written out rather than a generator:
 * that would cost several promises per item, and could not be left while it waits.
 */
export class BoundedQueue<T> implements AsyncIterableIterator<T> {
  readonly #items: T[] = [];
  readonly #reads: WaitingRead<T>[] = [];
  #isClosed = false;
  #failure: { error: unknown } | undefined;

  constructor(private readonly options: BoundedQueueOptions) {
    options.signal?.addEventListener('abort', this.#leave, { once: true });
    if (options.signal?.aborted) this.#leave();
  }

  /** False when it is full: the producer should pause until more is wanted. What is pushed after the end is dropped. */
  push(item: T): boolean {
    if (this.#isClosed) return true;
    const { maxItems, whenFull = 'pause' } = this.options;
    const read = this.#reads.shift();
    if (read) read.resolve({ value: item, done: false });
    else if (this.#items.push(item) > maxItems && whenFull === 'drop-oldest') this.#items.shift();
    return whenFull === 'drop-oldest' || this.#items.length < maxItems;
  }

  /** Nothing follows: the reader gets what is there, then the end, or once the error. */
  close(error?: unknown): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#failure = error === undefined ? undefined : { error };
    this.options.signal?.removeEventListener('abort', this.#leave);
    this.options.onClose?.(error);
    for (const read of this.#reads.splice(0)) this.#finish(read);
  }

  next(): Promise<IteratorResult<T>> {
    // A queue that is closed no longer listens to its signal, which may live longer than it.
    if (this.options.signal?.aborted) this.#leave();
    if (this.#items.length > 0) return Promise.resolve({ value: this.#items.shift() as T, done: false });
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return this.#finish({ resolve, reject });
      this.#reads.push({ resolve, reject });
      this.options.onWanted?.();
    });
  }

  /** The reader left its loop. */
  return(): Promise<IteratorResult<T>> {
    this.#leave();
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Nobody reads on: what waits is dropped, and an error reaches no one. */
  readonly #leave = (): void => {
    this.#items.length = 0;
    this.#failure = undefined;
    this.close();
  };

  /** Answers a read after the end: with the error, once, else that it is done. */
  #finish({ resolve, reject }: WaitingRead<T>): void {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) reject(failure.error);
    else resolve({ value: undefined, done: true });
  }
}
