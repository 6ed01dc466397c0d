import { assessmentStatus, judgingState, type Assessment, type Judging, type Verdict } from '@polylogue/proto';
import type { AssessmentRow, JudgingRow } from './assessment.entity.js';

export function toAssessment(row: AssessmentRow): Assessment {
  return {
    id: row.id,
    broadcastId: row.broadcast_id,
    conversationId: row.conversation_id,
    messageId: row.message_id,
    targetService: row.target_service,
    assessorService: row.assessor_service,
    status: assessmentStatus.fromWord(row.status),
    verdict: toVerdict(row),
    error: row.error ?? undefined,
    errorCode: row.error_code ?? undefined,
    rubricVersion: row.rubric_version,
    judgeModel: row.judge_model,
    createdAt: row.ended_at,
  };
}

function toVerdict(row: AssessmentRow): Verdict | undefined {
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
  };
}
