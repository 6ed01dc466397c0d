import { executionStatus, triggerType } from '@polylogue/proto';
import { outboxRow, type OutboxRow } from '@polylogue/service-kit';
import type { RunReport } from '../watch/watch.entity.js';
import type { ExecutionStatus, TriggerType } from './execution.entity.js';

interface Run {
  id: number;
  savedQueryId: number;
  userId: string;
}

const idsOf = ({ id, savedQueryId, userId }: Run) => ({ executionId: id, savedQueryId, userId });

export function progressed(run: Run): OutboxRow {
  return outboxRow('scheduler.execution_progressed.v1', idsOf(run), { aggregateId: String(run.id) });
}

export function reported(run: Run, report: RunReport): OutboxRow {
  const { changedServices, totalServices, isBaseline } = report;
  const payload = { ...idsOf(run), changedServices, totalServices, isBaseline };
  return outboxRow('scheduler.run_reported.v1', payload, { aggregateId: String(run.id) });
}

/** What its result shows is kept as long as the run is. */
export function mediaKept({ id, userId }: Run, mediaIds: string[]): OutboxRow {
  return outboxRow('scheduler.media_kept.v1', { userId, mediaIds }, { aggregateId: String(id) });
}

export function finished(
  run: Run,
  end: { status: ExecutionStatus; trigger: TriggerType; successful: number; total: number; isSkipped?: boolean },
): OutboxRow {
  const payload = {
    ...idsOf(run),
    status: executionStatus.fromWord(end.status),
    triggerType: triggerType.fromWord(end.trigger),
    successfulResponses: end.successful,
    totalResponses: end.total,
    isSkipped: end.isSkipped,
  };
  return outboxRow('scheduler.execution_finished.v1', payload, { aggregateId: String(run.id) });
}

export function slotsMissed(run: Run & { missed: number; activeId: number | null }): OutboxRow {
  const payload = { ...idsOf(run), missedSlots: run.missed, activeExecutionId: run.activeId ?? undefined };
  return outboxRow('scheduler.slots_missed.v1', payload, { aggregateId: String(run.id) });
}
