/** Runs work every so often, never twice at a time; a fault ends no tick but its own. */
export class Ticks {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(
    private readonly everyMs: number,
    private readonly work: () => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.work()
        .catch(this.onError)
        .finally(() => this.start());
    }, this.everyMs);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}
