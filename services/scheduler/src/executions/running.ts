import type { StartedExecution } from './execution.entity.js';

/** What was answered within the time of a run may be written for this long after it. */
const writeGraceMs = 60_000;

/** Why a run ends before its services have answered. */
export type StopReason = 'lost' | 'lapsed' | 'unapproved' | 'draining';

/** A run of this process. */
export class Running {
  readonly #controller = new AbortController();
  readonly #deadline: AbortSignal;
  readonly #writesUntil: number;
  #isDraining = false;
  stopReason: StopReason | undefined;

  constructor(readonly execution: StartedExecution) {
    this.#deadline = AbortSignal.timeout(Math.max(1, Math.round(execution.remainingMs)));
    this.#writesUntil = performance.now() + execution.remainingMs + writeGraceMs;
    this.signal = AbortSignal.any([this.#controller.signal, this.#deadline]);
  }

  /** Ends every call of the run. */
  readonly signal: AbortSignal;

  get isTooLate(): boolean {
    return this.#deadline.aborted && this.stopReason === undefined;
  }

  /** Whether a write that waits for Postgres is given up: the process ends, or the time of the run is long over. */
  get isGivenUp(): boolean {
    return this.#isDraining || performance.now() > this.#writesUntil;
  }

  stop(reason: StopReason): void {
    this.#isDraining ||= reason === 'draining';
    this.stopReason ??= reason;
    this.#controller.abort();
  }
}
