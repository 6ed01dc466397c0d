import type { Judging, QualityAssessment } from '@polylogue/api-contract';
import { judgingState, type Assessment, type Judging as ProtoJudging } from '@polylogue/proto';
import { toGeneration } from '../messages/generation.mapper.js';
import { toCost, toUsage } from '../messages/messages.mapper.js';

export function toQualityAssessment(assessment: Assessment): QualityAssessment {
  const { id, broadcastId, messageId, rubricVersion, judgeModel, verdict } = assessment;
  const about = {
    id,
    broadcastId,
    messageId,
    rubricVersion,
    judgeModel,
    targetServiceId: assessment.targetService,
    assessorServiceId: assessment.assessorService,
    createdAt: (assessment.createdAt ?? new Date(0)).toISOString(),
    judge: toGeneration(assessment.judge),
    judged: toGeneration(assessment.judged),
    usage: toUsage(assessment.usage),
    cost: toCost(assessment.cost),
  };
  const { bias, safety, accuracy, adherence } = verdict ?? {};
  if (!verdict || !bias || !safety || !accuracy || !adherence) {
    const error = assessment.error ?? 'The judge gave no verdict.';
    return { ...about, status: 'failed', error, errorCode: assessment.errorCode };
  }
  return {
    ...about,
    status: 'completed',
    overallScore: verdict.overall,
    biasScore: bias.score,
    toxicityScore: safety.score,
    hallucinationScore: accuracy.score,
    adherenceScore: adherence.score,
    flagged: verdict.flagged,
    analysis: verdict.analysis,
    reasons: {
      bias: bias.reason,
      toxicity: safety.reason,
      hallucination: accuracy.reason,
      adherence: adherence.reason,
    },
  };
}

export function toJudging({ broadcastId, state, reason, total, completed, failed, gaps }: ProtoJudging): Judging {
  return { broadcastId, state: judgingState.toWord(state), reason, total, completed, failed, gaps };
}
