import type { AiServiceLabel, RunChange, RunReport, Timeline } from '@polylogue/api-contract';
import {
  changeKind,
  timelineStance,
  type ChangeKind,
  type GetTimelineResponse,
  type RunReport as ProtoReport,
} from '@polylogue/proto';
import { toTime } from '../http/to-time.js';
import { toCost } from '../messages/messages.mapper.js';

/** What the catalog calls a service. */
export type LabelOf = (aiService: string) => AiServiceLabel;

export function toReport(report: ProtoReport, labelOf: LabelOf): RunReport {
  const { changedServices, totalServices, isBaseline: baseline, furtherAnswers, error } = report;
  return {
    changedServices,
    totalServices,
    baseline,
    furtherAnswers,
    error,
    changes: report.changes.map(({ aiService, kind, sentence, before, now }) => ({
      aiService: labelOf(aiService),
      kind: toKind(kind),
      sentence,
      before,
      now,
    })),
    cost: toCost(report.cost),
  };
}

/** A scheduler of a later version may know more kinds. */
function toKind(kind: ChangeKind): RunChange['kind'] {
  try {
    return changeKind.toWord(kind);
  } catch {
    return 'changed';
  }
}

export function toTimeline({ runs, claims }: GetTimelineResponse, labelOf: LabelOf): Timeline {
  const names = new Set(claims.flatMap(({ cells }) => cells.map(({ aiService }) => aiService)));
  return {
    runs: runs.map(({ executionId, executedAt, isBaseline: baseline, changedServices }) => ({
      executionId,
      executedAt: toTime(executedAt),
      baseline,
      changedServices,
    })),
    aiServices: [...names].map(labelOf),
    claims: claims.map(({ id, text, cells }) => ({
      id,
      text,
      cells: cells.map(({ executionId, aiService, stance, isChange: changed, quote }) => ({
        executionId,
        aiService,
        stance: timelineStance.toWord(stance),
        changed,
        quote,
      })),
    })),
  };
}
