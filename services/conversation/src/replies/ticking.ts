/** Runs work every so often, never twice at a time. A fault ends no tick but its own; the next one tries again. */
export class Ticking {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(
    private readonly everyMs: number,
    private readonly work: () => Promise<void>,
    private readonly onError: (error: unknown) => void = () => {},
  ) {}

  /** The first run is after one pause, or at once. */
  start(atOnce = false): void {
    if (atOnce) this.#run();
    else this.#wait();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #wait(): void {
    if (!this.#isStopped) this.#timer = setTimeout(() => this.#run(), this.everyMs);
  }

  #run(): void {
    this.#running = this.work()
      .catch((error: unknown) => this.onError(error))
      .finally(() => this.#wait());
  }
}
