/** Tells work in the background that the service is about to stop. Inject it by its class. */
export class Drain {
  readonly #begun = new AbortController();

  /** `seconds`: how long what is in flight may take. */
  constructor(readonly seconds: number) {}

  /** Aborts when the service begins to drain: take nothing new on, finish what is in hand. */
  get signal(): AbortSignal {
    return this.#begun.signal;
  }

  /** Begins; called by the service's handle. */
  begin(): void {
    this.#begun.abort();
  }
}
