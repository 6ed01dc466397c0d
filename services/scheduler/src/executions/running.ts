import type { StartedExecution } from './execution.entity.js';

/** Why a run ends before its services have answered. */
export type StopReason = 'lost' | 'unapproved' | 'draining';

/** A run of this process. */
export class Running {
  readonly #controller = new AbortController();
  readonly #deadline: AbortSignal;
  stopReason: StopReason | undefined;

  constructor(readonly execution: StartedExecution) {
    this.#deadline = AbortSignal.timeout(Math.max(1, Math.round(execution.remainingMs)));
    this.signal = AbortSignal.any([this.#controller.signal, this.#deadline]);
  }

  /** Ends every call of the run. */
  readonly signal: AbortSignal;

  get isTooLate(): boolean {
    return this.#deadline.aborted && this.stopReason === undefined;
  }

  stop(reason: StopReason): void {
    this.stopReason ??= reason;
    this.#controller.abort();
  }
}
