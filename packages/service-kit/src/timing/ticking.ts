/** How a {@link Ticking} differs from the usual one. */
export interface TickingOptions {
  /** Told of what went wrong in a run. It must not throw. Faults are unheard when absent. */
  onError?: (error: unknown) => void;
  /** By which share of itself each pause is longer or shorter at random, so that replicas do not march in step; else 0. */
  spread?: number;
}

/**
 * Runs work every so often, never twice at a time. A fault ends no run but its own; the next one tries again. Its timer
 * keeps no process alive.
 */
export class Ticking {
  readonly #onError: (error: unknown) => void;
  readonly #spread: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;

  /** `everyMs`: milliseconds from the end of one run to the beginning of the next. */
  constructor(
    private readonly everyMs: number,
    private readonly work: () => Promise<unknown>,
    { onError = () => {}, spread = 0 }: TickingOptions = {},
  ) {
    this.#onError = onError;
    this.#spread = spread;
  }

  /** Work that takes several steps ends between two of them. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** The first run is after one pause, or at once. */
  start(atOnce = false): void {
    if (atOnce) void this.run();
    else this.#wait();
  }

  /** Runs at once, or joins the run under way; nothing once it is stopped. Resolves at the end of the run, also of one that failed. */
  run(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    return (this.#running ??= this.#runOnce().finally(() => {
      this.#running = undefined;
      this.#wait();
    }));
  }

  /** No further run; resolves when the one under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    const pauseMs = this.everyMs * (1 + this.#spread * (2 * Math.random() - 1));
    this.#timer = setTimeout(() => void this.run(), pauseMs).unref();
  }

  async #runOnce(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      this.#onError(error);
    }
  }
}
