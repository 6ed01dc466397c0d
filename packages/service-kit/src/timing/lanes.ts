/**
 * Work of one key runs one after the other, in the order in which it came; other keys are not held up. `failsAll`: a failure
 * that the work waiting behind would only meet again, after as long a wait; it is theirs too.
 */
export class Lanes {
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(private readonly failsAll: (error: unknown) => boolean = () => false) {}

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const running = before ? before.then(work, (error: unknown) => this.#after(error, work)) : work();
    this.#last.set(key, running);
    const forget = () => {
      if (this.#last.get(key) === running) this.#last.delete(key);
    };
    running.then(forget, forget);
    return running;
  }

  /** The number of keys with work. */
  get size(): number {
    return this.#last.size;
  }

  #after<T>(error: unknown, work: () => Promise<T>): Promise<T> {
    if (this.failsAll(error)) throw error;
    return work();
  }
}
