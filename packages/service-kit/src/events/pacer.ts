/** What a {@link Pacer} runs. */
export interface PacerOptions {
  /** Answers whether there may be more to do at once. */
  work: () => Promise<boolean>;
  /** How long to rest when there was nothing more to do. */
  idleMs: number;
  /** How long a nudge waits for others, so that one turn serves them all. */
  gatherMs?: number;
  onError: (error: unknown) => void;
}

/** Runs work again and again, never twice at a time: at once after a nudge, else after a rest. */
export class Pacer {
  #stopped = false;
  #nudged = false;
  #wake = () => {};
  #running: Promise<void> | undefined;

  constructor(private readonly options: PacerOptions) {}

  start(): void {
    this.#running ??= this.#run();
  }

  nudge(): void {
    this.#nudged = true;
    this.#wake();
  }

  /** Ends after the turn in progress. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#nudged = false;
      const more = await this.options.work().catch((error: unknown) => {
        // A nudge must not turn a fault into a busy loop.
        this.#nudged = false;
        this.options.onError(error);
        return false;
      });
      if (more || this.#stopped) continue;
      if (!this.#nudged) await this.#rest();
      if (this.#nudged && !this.#stopped) await this.#pause(this.options.gatherMs ?? 0);
    }
  }

  /** Unlike a rest it is not cut short by a nudge, only by the stop. */
  #pause(ms: number): Promise<void> {
    if (ms === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        if (!this.#stopped) return;
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.options.idleMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
