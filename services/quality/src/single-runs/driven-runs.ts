import { AppError } from '@polylogue/service-kit';
import type { SingleRun } from './single-run.js';
import { SingleRuns } from './single-runs.js';

/** How long nothing is begun after a service was away. */
const awayMs = 1_000;

/** Runs that a driver begins one after another: it hears of each end, and leaves a service that is away alone for a moment. */
export abstract class DrivenRuns<Run extends SingleRun> extends SingleRuns<Run> {
  #onEnd: () => void = () => undefined;
  #awayUntil = -Infinity;

  /** Called when a run has its stored end, so that the next one is begun at once. */
  onEnd(listener: () => void): void {
    this.#onEnd = listener;
  }

  /** Whether a service that is needed was away a moment ago. */
  get isWaiting(): boolean {
    return performance.now() < this.#awayUntil;
  }

  /** Makes one run, to its stored end. */
  protected abstract make(run: Run): Promise<void>;

  protected async conduct(run: Run): Promise<void> {
    try {
      await this.make(run);
    } finally {
      this.#onEnd();
    }
  }

  /** Whether a run could not be prepared because a service is away; what else is wrong is logged. */
  protected isAway(run: Run, error: unknown): boolean {
    const isAway = AppError.is(error) && error.kind === 'unavailable';
    if (isAway) this.#awayUntil = performance.now() + awayMs;
    else this.logger.warn({ err: error, id: run.id }, `preparing a ${this.label} failed`);
    return isAway;
  }
}
