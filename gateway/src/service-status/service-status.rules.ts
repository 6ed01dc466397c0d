import type { ServiceStatus } from '@polylogue/api-contract';

/** Beyond these a service lags behind. */
const lateAfterMs = { queue: 5_000, outbox: 30_000 };

export interface StatusReport {
  isDraining: boolean;
  dependencies: readonly { isUp: boolean; isOptional: boolean; name: string }[];
  queues: readonly { lateMs: number; isAway: boolean }[];
  outboxAgeMs: number;
}

/** The state of a service, from its report. */
export function stateOf({ isDraining, dependencies, queues, outboxAgeMs }: StatusReport): ServiceStatus['state'] {
  if (isDraining) return 'draining';
  if (dependencies.some(({ isUp, isOptional }) => !isUp && !isOptional)) return 'down';
  const lags = queues.some(({ lateMs, isAway }) => isAway || lateMs > lateAfterMs.queue);
  return lags || outboxAgeMs > lateAfterMs.outbox || dependencies.some(({ isUp }) => !isUp) ? 'late' : 'ready';
}
