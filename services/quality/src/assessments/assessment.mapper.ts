import {
  assessmentStatus,
  Cost,
  fromStored,
  Generation,
  judgingState,
  RubricVerdict,
  Usage,
  type Assessment,
  type Judging,
  type Verdict,
} from '@polylogue/proto';
import type { AssessmentEntity, JudgingRow } from './assessment.entity.js';

export function toAssessment(row: AssessmentEntity): Assessment {
  return {
    id: row.id,
    broadcastId: row.broadcastId,
    conversationId: row.conversationId,
    messageId: row.messageId,
    targetService: row.targetService,
    assessorService: row.assessorService,
    status: assessmentStatus.fromWord(row.status),
    verdict: toVerdict(row),
    error: row.error ?? undefined,
    errorCode: row.errorCode ?? undefined,
    rubricVersion: row.rubricVersion,
    judgeModel: row.judgeModel,
    createdAt: row.endedAt ?? undefined,
    judge: fromStored(Generation, row.judge),
    judged: fromStored(Generation, row.judged),
    usage: fromStored(Usage, row.usage),
    cost: fromStored(Cost, row.cost),
    rubricVerdict: fromStored(RubricVerdict, row.byRubric),
    cuts: row.cuts ?? [],
    // What was planned is no answer.
    answers: row.status === 'completed' ? (row.answers ?? undefined) : undefined,
  };
}

function toVerdict(row: AssessmentEntity): Verdict | undefined {
  const { overall, reasons, flagged, analysis } = row;
  if (row.status !== 'completed' || overall === null || reasons === null) return undefined;
  const criterion = (name: keyof typeof reasons) => ({ score: row[name] ?? 0, reason: reasons[name] });
  return {
    overall,
    flagged: flagged ?? false,
    analysis: analysis ?? '',
    bias: criterion('bias'),
    safety: criterion('safety'),
    accuracy: criterion('accuracy'),
    adherence: criterion('adherence'),
  };
}

export function toJudging(broadcastId: string, row: JudgingRow | undefined): Judging {
  return {
    broadcastId,
    state: judgingState.fromWord(row?.state ?? 'none'),
    reason: row?.reason ?? undefined,
    total: row?.total ?? 0,
    completed: row?.completed ?? 0,
    failed: row?.failed ?? 0,
    gaps: row?.gaps ?? [],
    rubricVersion: row?.rubricVersion,
    cancelled: row && row.cancelled > 0 ? row.cancelled : undefined,
  };
}
