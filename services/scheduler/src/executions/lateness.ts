import { Inject, Injectable } from '@nestjs/common';
import { METRICS } from '@polylogue/service-kit';
import { Histogram, type Registry } from 'prom-client';
import type { StartedExecution } from './execution.entity.js';

/** How late runs begin: what a schedule promises, as a figure. */
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

  /** Runs that begin for the first time; one taken over after a crash was on time once. */
  observe(started: readonly StartedExecution[]): void {
    for (const { runs, lateMs, triggerType: trigger } of started) {
      if (runs === 1) this.#seconds.observe({ trigger }, Math.max(0, lateMs) / 1000);
    }
  }
}
