import type { Queue } from 'bull';
import { Gauge, type Registry } from 'prom-client';
import { queueStatusOf } from './queue-status.js';

/** How much the queues of a slice have to do, and how late they are. Without Redis the figures are absent. */
export function queueMetrics(registry: Registry, queues: readonly Queue[]): void {
  if (queues.length === 0) return;
  const lateness = new Gauge({
    name: 'queue_lateness_seconds',
    help: 'How long the oldest job has waited that could run',
    labelNames: ['queue'],
    registers: [registry],
  });
  new Gauge({
    name: 'queue_jobs',
    help: 'Jobs of a queue by state',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      lateness.reset();
      for (const status of await Promise.all(queues.map((queue) => queueStatusOf(queue, Date.now())))) {
        const { name: queue, isAway, lateMs, waiting, active, delayed } = status;
        if (isAway) continue;
        lateness.set({ queue }, lateMs / 1000);
        for (const [state, jobs] of Object.entries({ waiting, active, delayed })) this.set({ queue, state }, jobs);
      }
    },
  });
}
