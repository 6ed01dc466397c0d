/** What happens to work for which the queue is full. */
export interface WaitingLimit {
  /** How many pieces of work may wait. */
  maxWaiting: number;
  /** Milliseconds that each of them may wait; no limit when it is not given. */
  maxWaitMs?: number;
  /** The error of those beyond. */
  refusal: () => Error;
}

/** Runs at most `max` pieces of work at a time; further ones wait, in the order in which they came, or are refused. */
export class ConcurrencyLimit {
  readonly #waiting: (() => void)[] = [];
  readonly #max: number;
  #free: number;

  /** `max`: at least one is let through. Without `limit` the queue has no limit. */
  constructor(
    max: number,
    private readonly limit?: WaitingLimit,
  ) {
    this.#max = Math.max(1, max);
    this.#free = this.#max;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#take()) await this.#wait();
    try {
      return await work();
    } finally {
      this.#handOn();
    }
  }

  /**
   * A slot for work that ends elsewhere, as the function that gives it back; calling that again does nothing. Rejects with the
   * reason of the signal when it aborts while the work waits.
   */
  async enter(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (!this.#take()) await this.#wait(signal);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#handOn();
    };
  }

  /** How many pieces of work wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether nothing runs; then nothing waits either. */
  get isIdle(): boolean {
    return this.#free === this.#max;
  }

  #take(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  #wait(signal?: AbortSignal): Promise<void> {
    const { limit } = this;
    if (limit && this.#waiting.length >= limit.maxWaiting) throw limit.refusal();
    return new Promise((resolve, reject) => {
      const begin = () => {
        stopWaiting();
        resolve();
      };
      const giveUp = (reason: Error) => {
        stopWaiting();
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(reason);
      };
      const onAbort = () => giveUp(signal?.reason as Error);
      const timer = limit?.maxWaitMs && setTimeout(() => giveUp(limit.refusal()), limit.maxWaitMs);
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      signal?.addEventListener('abort', onAbort);
      this.#waiting.push(begin);
    });
  }

  // The call that ends hands its slot on, so that no later one overtakes the queue.
  #handOn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
