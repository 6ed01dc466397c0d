import { Injectable } from '@nestjs/common';

/** The tools that run in this process. Hanging up ends one at any replica; a cancel that comes as a request of its own here. */
@Injectable()
export class RunningTools {
  readonly #running = new Map<string, AbortController>();

  /** Runs a tool until it ends, its reader goes, or it is cancelled. `owner` and `id` say whose request it is. */
  async run<T>(
    owner: string,
    id: string | number,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const key = keyOf(owner, id);
    const cancelled = new AbortController();
    this.#running.set(key, cancelled);
    try {
      return await work(AbortSignal.any([signal, cancelled.signal]));
    } finally {
      if (this.#running.get(key) === cancelled) this.#running.delete(key);
    }
  }

  cancel(owner: string, id: string | number): void {
    this.#running.get(keyOf(owner, id))?.abort();
  }
}

const keyOf = (owner: string, id: string | number) => `${owner} ${typeof id} ${id}`;
