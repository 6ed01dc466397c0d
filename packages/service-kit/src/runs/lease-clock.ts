/** The last share of a lease, left to a holder that could not extend it to stop before another process may take over. */
const marginShare = 1 / 4;

/**
 * Which leases this process still holds by its own clock. The store alone decides who holds a lease; but a process that
 * cannot reach the store, or that stood still, must stop its work before the store lets another process begin it again.
 */
export class LeaseClock<Id> {
  readonly #until = new Map<Id, number>();

  constructor(
    private readonly leaseMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get ids(): Id[] {
    return [...this.#until.keys()];
  }

  /** `askedAt`: the local time before the statement that took or extended the leases was sent; they began later. */
  hold(ids: Iterable<Id>, askedAt: number): void {
    for (const id of ids) this.#until.set(id, askedAt + this.leaseMs * (1 - marginShare));
  }

  /** Extends those that are still held here; one that was dropped while the statement was under way stays dropped. */
  extend(ids: Iterable<Id>, askedAt: number): void {
    this.hold(
      [...ids].filter((id) => this.#until.has(id)),
      askedAt,
    );
  }

  drop(id: Id): void {
    this.#until.delete(id);
  }

  isHeld(id: Id): boolean {
    return this.now() < (this.#until.get(id) ?? -Infinity);
  }

  /** Leases whose work must stop now. */
  get lapsed(): Id[] {
    return this.ids.filter((id) => !this.isHeld(id));
  }

  /** Whether some lease has less than half of its time left: extending goes before taking on more work then. */
  get isBehind(): boolean {
    const soonest = Math.min(...this.#until.values());
    return soonest - this.now() < this.leaseMs / 2;
  }
}
