import type { Logger } from '../logging/logger.js';

/** What a starting service has opened so far, to be closed in the opposite order; a failing one does not keep the others from closing. */
export class Closers {
  readonly #closers: (() => Promise<unknown>)[] = [];

  constructor(private readonly logger: Pick<Logger, 'warn'>) {}

  add(...closers: (() => Promise<unknown>)[]): void {
    this.#closers.push(...closers);
  }

  /** Closed after everything else, whatever is added later. */
  addLast(close: () => Promise<unknown>): void {
    this.#closers.unshift(close);
  }

  /** Closes everything; never rejects. */
  async closeAll(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) {
      await close().catch((error: unknown) => this.logger.warn({ err: error }, 'part of the service did not close'));
    }
  }
}
