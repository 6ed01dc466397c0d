/** Something that grows and that readers wait for. */
export interface Growing<T> {
  /** What is next for this reader, if it is there. */
  take: () => T | undefined;
  /** Whether nothing follows what is there. */
  isOver: () => boolean;
  /** Those who wait for more; each is called once. */
  readonly waiting: Set<() => void>;
}

/**
 * One reader of something that grows. Ends by the signal, or when there is no more. Written out rather than a generator,
 * which would cost several promises per event.
 */
export class LogReading<T> implements AsyncIterableIterator<T> {
  #ask: ((result: IteratorResult<T>) => void) | undefined;

  constructor(
    private readonly source: Growing<T>,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener('abort', this.#serve);
  }

  next(): Promise<IteratorResult<T>> {
    return new Promise((resolve) => {
      this.#ask = resolve;
      this.#serve();
    });
  }

  return(): Promise<IteratorResult<T>> {
    this.#end();
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  readonly #serve = (): void => {
    if (!this.#ask) return;
    if (this.signal.aborted) return this.#end();
    const value = this.source.take();
    if (value !== undefined) this.#answer({ value, done: false });
    else if (this.source.isOver()) this.#end();
    else this.source.waiting.add(this.#serve);
  };

  #end(): void {
    this.signal.removeEventListener('abort', this.#serve);
    this.source.waiting.delete(this.#serve);
    this.#answer({ value: undefined, done: true });
  }

  #answer(result: IteratorResult<T>): void {
    const ask = this.#ask;
    this.#ask = undefined;
    ask?.(result);
  }
}
