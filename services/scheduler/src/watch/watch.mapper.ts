import {
  changeKind,
  costSource,
  timelineStance,
  type GetTimelineResponse,
  type RunReport as ProtoReport,
  type TimelineClaim,
} from '@polylogue/proto';
import type { Outcome } from './watch.entity.js';
import type { StoredReport, TimelineRun } from './watch-reports.repository.js';

export function toRunReport(report: StoredReport): ProtoReport {
  const { changedServices, totalServices, isBaseline, furtherAnswers, costMicros, costSource: source } = report;
  return {
    changedServices,
    totalServices,
    isBaseline,
    furtherAnswers,
    changes: report.changes.map((change) => ({ ...change, kind: changeKind.fromWord(change.kind) })),
    error: report.error ?? undefined,
    cost:
      costMicros === null
        ? undefined
        : { amount: costMicros / 1_000_000, currency: 'USD', source: costSource.fromWord(source ?? 'estimate') },
  };
}

const stances = { s: 'says', c: 'contradicts', '-': 'silent' } as const satisfies Record<Outcome, string>;

/** Claims in the order in which they came up, in the words they have now. Claims that no service makes in these runs are left out. */
export function toTimeline(runs: readonly TimelineRun[]): GetTimelineResponse {
  const claims = new Map<number, TimelineClaim>();
  for (const { claims: known } of runs)
    for (const { id, text } of known) claims.set(id, { id, text, cells: claims.get(id)?.cells ?? [] });
  for (const { executionId, cells } of runs) {
    for (const { claim, aiService, outcome, isChange, quote } of cells) {
      const found = claims.get(claim);
      found?.cells.push({ executionId, aiService, stance: timelineStance.fromWord(stances[outcome]), isChange, quote });
    }
  }
  const isMade = ({ cells }: TimelineClaim) => cells.some(({ stance }) => timelineStance.toWord(stance) !== 'silent');
  return {
    runs: runs.map(({ executionId, executedAt, isBaseline, changedServices }) => ({
      executionId,
      executedAt,
      isBaseline,
      changedServices,
    })),
    claims: [...claims.values()].filter(isMade).toSorted((one, other) => one.id - other.id),
  };
}
