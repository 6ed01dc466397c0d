/**
 * Why a run ends before its work is done. `cancelled`: its user wants it no more. `denied`: its user may not spend any
 * more. `lost`: the store says that it is another process' by now, or deleted. `lapsed`: its lease could not be extended
 * in time, so another process may take it over soon. `draining`: this process stops.
 */
export type CancelReason = 'cancelled' | 'denied' | 'lost' | 'lapsed' | 'draining';

/** Work on one row that this process holds the lease of. */
export class Run<Id> {
  readonly #controller = new AbortController();
  #cancelReason: CancelReason | undefined;
  #isHeld = () => true;

  constructor(
    readonly id: Id,
    /** Who pays for it. */
    readonly userId: string,
  ) {}

  /** Aborts when the work is to end early. */
  get signal(): AbortSignal {
    return this.#controller.signal;
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
    this.#controller.abort(new Error(`The run was ended early: ${reason}`));
  }
}
