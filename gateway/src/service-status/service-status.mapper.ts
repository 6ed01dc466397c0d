import type { ServiceStatus, SliceName } from '@polylogue/api-contract';
import type { ProcessStatus } from '@polylogue/service-kit';
import type { StatusOfService } from '@polylogue/proto';
import { stateOf } from './service-status.rules.js';

export function toStatus(name: SliceName, report: StatusOfService | ProcessStatus): ServiceStatus {
  const { version, nodeVersion, process, startedAt, outboxWaiting, outboxAgeMs, deadLetters } = report;
  return {
    name,
    state: stateOf(report),
    message: '',
    version,
    nodeVersion,
    process,
    startedAt: startedAt?.toISOString() ?? null,
    dependencies: report.dependencies.map(({ name: what, isUp, message }) => ({ name: what, isUp, message })),
    queues: [...report.queues],
    outboxWaiting,
    outboxAgeMs,
    deadLetters,
  };
}

/** A service that does not answer. */
export function awayStatus(name: SliceName, message: string): ServiceStatus {
  return {
    name,
    state: 'away',
    message,
    version: '',
    nodeVersion: '',
    process: '',
    startedAt: null,
    dependencies: [],
    queues: [],
    outboxWaiting: 0,
    outboxAgeMs: 0,
    deadLetters: 0,
  };
}
