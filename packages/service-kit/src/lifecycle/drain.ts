/** Signals background work that the service is about to stop. Inject it by its class. */
export class Drain {
  readonly #begun = new AbortController();
  #endsAt: number | undefined;

  /** `seconds`: how long what is in flight may take. */
  constructor(readonly seconds: number) {}

  /** Aborts when the service begins to drain: take on nothing new, finish what is under way. */
  get signal(): AbortSignal {
    return this.#begun.signal;
  }

  /** Milliseconds that what is in flight still has; all of them while the service is not draining. */
  get remainingMs(): number {
    const fullMs = this.seconds * 1000;
    return this.#endsAt === undefined ? fullMs : Math.max(0, this.#endsAt - performance.now());
  }

  /** Begins; called by the service's handle. */
  begin(): void {
    this.#endsAt ??= performance.now() + this.seconds * 1000;
    this.#begun.abort();
  }
}
