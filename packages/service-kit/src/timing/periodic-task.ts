/** `soon` is about a second: for what may wait until a server that starts has answered those who wait for it. */
export type FirstRun = 'after a pause' | 'soon' | 'at once';

const soonMs = 1_000;

/** What a {@link PeriodicTask} does, and when. */
export interface PeriodicTaskOptions {
  /** Milliseconds from the end of one run to the beginning of the next; when absent it runs only when it is called. */
  everyMs?: number;
  /** An answer of `true` says that there is more to do: the next run begins at once. */
  work: () => Promise<unknown>;
  /** Called with what went wrong in a run. It must not throw. Faults pass unnoticed when absent. */
  onError?: (error: unknown) => void;
  /** By which share of itself each pause is longer or shorter at random, so that replicas do not march in step; else 0. */
  spread?: number;
  /** Milliseconds that a nudge waits for others, so that one run serves them all; else 0. */
  gatherMs?: number;
}

/**
 * Runs work every so often, and sooner when it is nudged, never twice at a time. A fault ends no run but its own; the
 * next one tries again. Its timer keeps no process alive.
 */
export class PeriodicTask {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isStarted = false;
  #isUnderWay = false;
  #isNudged = false;
  #isStopped = false;

  constructor(private readonly options: PeriodicTaskOptions) {}

  /** Work that takes several steps ends between two of them. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** `soon` never takes longer than a pause would. A nudge comes before either. */
  start(first: FirstRun = 'after a pause'): void {
    this.#isStarted = true;
    if (first === 'at once') void this.run();
    else this.#wait(first === 'soon' ? Math.min(soonMs, this.#pauseMs()) : this.#pauseMs());
  }

  /** Runs at once, or joins the run under way; nothing once it is stopped. Resolves at the end of the run, also of one that failed. */
  run(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    return (this.#running ??= this.#runOnce());
  }

  /** Runs soon; once more when a run is under way, which may have looked already. */
  nudge(): void {
    if (!this.#isStarted || this.#isNudged) return;
    this.#isNudged = true;
    if (!this.#isUnderWay) this.#wait(this.options.gatherMs ?? 0);
  }

  /** No further run; resolves when the one under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #wait(pauseMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped || pauseMs === Infinity) return;
    if (pauseMs === 0) void this.run();
    else this.#timer = setTimeout(() => void this.run(), pauseMs).unref();
  }

  async #runOnce(): Promise<void> {
    this.#isNudged = false;
    this.#isUnderWay = true;
    const outcome = await this.#work();
    // In one go with what decides about the next run: no nudge falls between.
    this.#isUnderWay = false;
    this.#running = undefined;
    // A nudge must not turn a fault into a busy loop.
    if (outcome === 'failed') this.#isNudged = false;
    if (outcome === 'more') this.#wait(0);
    else this.#wait(this.#isNudged ? (this.options.gatherMs ?? 0) : this.#pauseMs());
  }

  async #work(): Promise<'more' | 'done' | 'failed'> {
    try {
      return (await this.options.work()) === true ? 'more' : 'done';
    } catch (error) {
      this.options.onError?.(error);
      return 'failed';
    }
  }

  #pauseMs(): number {
    const { everyMs = Infinity, spread = 0 } = this.options;
    return everyMs * (1 + spread * (2 * Math.random() - 1));
  }
}
