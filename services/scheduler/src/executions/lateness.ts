import { Inject, Injectable } from '@nestjs/common';
import { METRICS } from '@polylogue/service-kit';
import { Histogram, type Registry } from 'prom-client';
import type { StartedExecution } from './execution.entity.js';

/** Measures how late runs begin. */
@Injectable()
export class Lateness {
  readonly #seconds: Histogram<'trigger'>;

  constructor(@Inject(METRICS) registry: Registry) {
    this.#seconds = new Histogram({
      name: 'scheduler_lateness_seconds',
      help: 'Time between the slot of a run and its beginning',
      labelNames: ['trigger'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30, 300],
      registers: [registry],
    });
  }

  /** Counts only first starts: a run that is taken over after a crash was measured already. */
  observe(started: readonly StartedExecution[]): void {
    for (const { runs, lateMs, triggerType: trigger } of started) {
      if (runs === 1) this.#seconds.observe({ trigger }, Math.max(0, lateMs) / 1000);
    }
  }
}
