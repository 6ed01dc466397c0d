/** What is held back until some moment of `performance.now()`. */
export interface Held {
  readonly openAt: number;
  open(): void;
}

/**
 * Opens what is held back together: what is due soon opens with the first that is due. That way the replies of one
 * broadcast reach their reader in one write.
 */
export class FlushScheduler {
  private readonly held = new Set<Held>();
  private timer: NodeJS.Timeout | undefined;
  private flushesAt = Number.POSITIVE_INFINITY;

  /** `alongMs`: how much too early one may open. */
  constructor(private readonly alongMs = 8) {}

  schedule(held: Held): void {
    this.held.add(held);
    if (held.openAt < this.flushesAt) this.setFor(held.openAt);
  }

  cancel(held: Held): void {
    if (this.held.delete(held) && this.held.size === 0) this.setFor(Number.POSITIVE_INFINITY);
  }

  private flush(): void {
    const until = performance.now() + this.alongMs;
    let next = Number.POSITIVE_INFINITY;
    for (const held of this.held) {
      if (held.openAt > until) next = Math.min(next, held.openAt);
      else {
        this.held.delete(held);
        held.open();
      }
    }
    this.setFor(next);
  }

  private setFor(moment: number): void {
    clearTimeout(this.timer);
    this.flushesAt = moment;
    if (Number.isFinite(moment)) this.timer = setTimeout(() => this.flush(), Math.max(0, moment - performance.now()));
  }
}
