import { Cancellation, toAbortSignal } from './cancellation.js';

/**
 * Why a run ends before its work is done. `cancelled`: its user wants it no more. `denied`: its user may not spend any
 * more. `lost`: the store says that it is another process' by now, or deleted. `lapsed`: its lease could not be extended
 * in time, so another process may take it over soon. `draining`: this process stops.
 */
export type CancelReason = 'cancelled' | 'denied' | 'lost' | 'lapsed' | 'draining';

/** Work on one row that this process holds the lease of. */
export class Run<Id> {
  /** Aborts when the work is to end early: for calls, which need no more of a signal. A subclass whose `signal` knows more gives them that one. */
  readonly cancellation = new Cancellation();
  #signal: AbortSignal | undefined;
  #cancelReason: CancelReason | undefined;
  #isHeld = () => true;

  constructor(
    readonly id: Id,
    /** Who pays for it. */
    readonly userId: string,
  ) {}

  /** The same for those that take an `AbortSignal` only; made when it is first used. */
  get signal(): AbortSignal {
    return (this.#signal ??= toAbortSignal(this.cancellation));
  }

  /** Undefined while the run may go on. */
  get cancelReason(): CancelReason | undefined {
    return this.#cancelReason;
  }

  /**
   * Whether the work may go on. Asked before what has arrived is used: a process that stood still reads what came
   * meanwhile before any of its timers runs.
   */
  mayContinue(): boolean {
    if (!this.#isHeld()) this.cancel('lapsed');
    return this.#cancelReason === undefined;
  }

  /** Called by the loop that holds the lease; `isHeld`: whether it has not lapsed by the clock of this process. */
  heldBy(isHeld: () => boolean): void {
    this.#isHeld = isHeld;
  }

  /** The first reason stays. */
  cancel(reason: CancelReason): void {
    if (this.#cancelReason) return;
    this.#cancelReason = reason;
    this.cancellation.abort(new Error(`The run was ended early: ${reason}`));
  }
}
