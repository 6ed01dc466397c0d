const windowMs = 16;

/** How far a long job has come, from 0 to 1. */
export interface Passing {
  fraction?: number;
}

/**
 * Joins what arrives within about 16 ms into one delta. The first delta, and any that follows a pause, goes at once.
 * One writer, one reader.
 */
export class Coalescer {
  private pending = '';
  private isClosed = false;
  private openAt = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private wake: (() => void) | undefined;
  private passing: Passing | undefined;

  /** Something to tell in passing, at once; only the latest counts. */
  note(passing: Passing): void {
    this.passing = passing;
    this.wake?.();
  }

  push(text: string): void {
    this.pending += text;
    if (this.timer !== undefined) return;
    const early = this.openAt - performance.now();
    if (early <= 0) this.wake?.();
    else this.timer = setTimeout(() => this.open(), early);
  }

  /** Nothing follows; what is pending goes out without waiting. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.wake?.();
  }

  /** The next delta, or what is told in passing, or nothing after the end. */
  async next(): Promise<string | Passing | undefined> {
    while (!this.isClosed && this.passing === undefined && (this.pending === '' || this.timer !== undefined)) {
      await new Promise<void>((resolve) => (this.wake = resolve));
      this.wake = undefined;
    }
    if (this.passing !== undefined && !this.isClosed) {
      const { passing } = this;
      this.passing = undefined;
      return passing;
    }
    if (this.pending === '') return undefined;
    const text = this.pending;
    this.pending = '';
    this.openAt = performance.now() + windowMs;
    return text;
  }

  private open(): void {
    this.timer = undefined;
    this.openAt = Number.NEGATIVE_INFINITY;
    this.wake?.();
  }
}
