import { FlushScheduler } from './flush-scheduler.js';

const windowMs = 16;

/** How far a long job has come, from 0 to 1. */
export interface Progress {
  fraction?: number;
}

type Coalesced = string | Progress | undefined;

/**
 * Joins what arrives within about 16 ms into one delta. The first delta, and any that follows a pause, goes at once.
 * One writer, one reader.
 */
export class Coalescer {
  /** Nothing leaves sooner. */
  openAt = Number.NEGATIVE_INFINITY;
  private pending = '';
  private isClosed = false;
  private isHeld = false;
  private progress: Progress | undefined;
  private reader: ((item: Coalesced) => void) | undefined;

  /** Those who share a scheduler open together. */
  constructor(private readonly flushes = new FlushScheduler()) {}

  /** Progress to pass on at once; only the latest counts. */
  note(progress: Progress): void {
    this.progress = progress;
    this.serve();
  }

  push(text: string): void {
    this.pending += text;
    if (this.isHeld) return;
    this.isHeld = performance.now() < this.openAt;
    if (this.isHeld) this.flushes.schedule(this);
    else this.serve();
  }

  /** Nothing follows; what is pending goes out without waiting. */
  close(): void {
    this.isClosed = true;
    this.flushes.cancel(this);
    this.serve();
  }

  /** The next delta, or progress, or nothing after the end. */
  next(): Promise<Coalesced> {
    return new Promise((resolve) => {
      this.reader = resolve;
      this.serve();
    });
  }

  /** Called by the scheduler. */
  open(): void {
    this.isHeld = false;
    this.serve();
  }

  private serve(): void {
    const { reader } = this;
    if (!reader) return;
    const hasText = this.pending !== '' && !this.isHeld;
    if (!hasText && this.progress === undefined && !this.isClosed) return;
    this.reader = undefined;
    reader(this.take());
  }

  private take(): Coalesced {
    const { pending, progress } = this;
    if (progress !== undefined && !this.isClosed) {
      this.progress = undefined;
      return progress;
    }
    if (pending === '') return undefined;
    this.pending = '';
    this.openAt = performance.now() + windowMs;
    return pending;
  }
}
