import type { LiveEvent } from '@polylogue/api-contract';

const maxWaiting = 100;

/** Hints on their way to one page. A page that reads slowly loses the oldest: each only says what to refresh. */
export class Hints {
  readonly #waiting: LiveEvent[] = [];
  #wake = () => {};

  constructor(readonly userId: string) {}

  push(hint: LiveEvent): void {
    this.#waiting.push(hint);
    if (this.#waiting.length > maxWaiting) this.#waiting.shift();
    this.#wake();
  }

  /** The hints as they come, until the signal aborts. */
  async *read(signal: AbortSignal): AsyncGenerator<LiveEvent> {
    const onAbort = () => this.#wake();
    signal.addEventListener('abort', onAbort, { once: true });
    while (!signal.aborted) {
      const hint = this.#waiting.shift();
      if (hint) yield hint;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    signal.removeEventListener('abort', onAbort);
  }
}
