import { Run, type CancelReason } from '@polylogue/service-kit';
import type { StartedExecution } from './execution.entity.js';

/** What was answered within the time of a run may be written for this long after it. */
const writeGraceMs = 60_000;

/** An execution that this process runs; it ends by itself when its time is over. */
export class QueryRun extends Run<number> {
  readonly #deadline: AbortSignal;
  readonly #signal: AbortSignal;
  readonly #writesUntil: number;
  #isDraining = false;

  constructor(readonly execution: StartedExecution) {
    super(execution.id, execution.userId);
    this.#deadline = AbortSignal.timeout(Math.max(1, Math.round(execution.remainingMs)));
    this.#signal = AbortSignal.any([super.signal, this.#deadline]);
    this.#writesUntil = performance.now() + execution.remainingMs + writeGraceMs;
  }

  /** Ends every call of the run: `cancellation` would not, when its time is over. */
  override get signal(): AbortSignal {
    return this.#signal;
  }

  get isTooLate(): boolean {
    return this.#deadline.aborted && this.cancelReason === undefined;
  }

  /** Whether a write that waits for Postgres is given up: the process ends, or the time of the run is long over. */
  get isGivenUp(): boolean {
    return this.#isDraining || performance.now() > this.#writesUntil;
  }

  override cancel(reason: CancelReason): void {
    this.#isDraining ||= reason === 'draining';
    super.cancel(reason);
  }
}
