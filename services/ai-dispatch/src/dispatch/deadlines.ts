import type { Timeouts } from '../catalog/ai-service.entity.js';
import type { FailureName } from '../providers/failures.rules.js';

type Phase = 'firstTokenTimeout' | 'gapTimeout';

/** The deadlines of one call. Only the first that passes is reported. */
export class Deadlines {
  private readonly total: NodeJS.Timeout;
  private phase: { name: Phase; timer: NodeJS.Timeout } | undefined;

  constructor(
    private readonly timeouts: Timeouts,
    remainingMs: number,
    private readonly onPassed: (failure: FailureName) => void,
  ) {
    this.total = setTimeout(() => onPassed('totalTimeout'), Math.min(timeouts.totalMs, remainingMs));
  }

  /** The request is on its way: a first sign is due. */
  sent(): void {
    this.begin('firstTokenTimeout', this.timeouts.firstTokenMs);
  }

  /** Something came; the next is due. */
  seen(): void {
    if (this.phase?.name === 'gapTimeout') this.phase.timer.refresh();
    else this.begin('gapTimeout', this.timeouts.gapMs);
  }

  /** Nothing is due for now. */
  rest(): void {
    clearTimeout(this.phase?.timer);
    this.phase = undefined;
  }

  close(): void {
    this.rest();
    clearTimeout(this.total);
  }

  private begin(name: Phase, ms: number): void {
    this.rest();
    this.phase = { name, timer: setTimeout(() => this.onPassed(name), ms) };
  }
}
