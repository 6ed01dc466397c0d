/** What happens to work for which the queue is full. */
export interface WaitingLimit {
  /** How many pieces of work may wait. */
  maxWaiting: number;
  /** The error of those beyond. */
  refusal: () => Error;
}

/** Runs at most `max` pieces of work at a time; further ones wait, in the order in which they came, or are refused. */
export class ConcurrencyLimit {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /** `max`: at least one is let through. Without `limit` the queue has no limit. */
  constructor(
    max: number,
    private readonly limit?: WaitingLimit,
  ) {
    this.#free = Math.max(1, max);
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else if (this.limit && this.#waiting.length >= this.limit.maxWaiting) throw this.limit.refusal();
    // The call that ends hands its slot on, so that no later one overtakes the queue.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
