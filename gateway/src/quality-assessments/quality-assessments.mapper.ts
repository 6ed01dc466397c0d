import type {
  AiServiceLabel,
  Judging,
  JudgingEstimate,
  QualityAssessment,
  RubricVerdict,
} from '@polylogue/api-contract';
import {
  judgingState,
  type Assessment,
  type Cut,
  type Judging as ProtoJudging,
  type JudgingEstimate as ProtoEstimate,
} from '@polylogue/proto';
import { toGeneration } from '../messages/generation.mapper.js';
import { toCost, toUsage } from '../messages/messages.mapper.js';
import { sumOfCosts, toPlannedCalls } from '../usage/planned-calls.mapper.js';

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
    cuts: assessment.cuts.length > 0 ? assessment.cuts.flatMap(toCut) : undefined,
    answers: assessment.answers,
  };
  if (assessment.rubricVerdict) {
    const { rubricName, rubricNumber, overall, flagged, analysis, criteria } = assessment.rubricVerdict;
    const rubric: RubricVerdict['rubric'] = { name: rubricName, version: rubricNumber };
    return { ...about, status: 'judged', overallScore: overall, flagged, analysis, rubric, criteria };
  }
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

/** One of another version's parts is left out. */
function toCut({ part, sent, of }: Cut): NonNullable<QualityAssessment['cuts']> {
  return part === 'question' || part === 'reply' || part === 'earlier' || part === 'sources'
    ? [{ part, sent, of }]
    : [];
}

export function toJudging({ state, ...judging }: ProtoJudging): Judging {
  return { ...judging, state: judgingState.toWord(state) };
}

export const toJudgingEstimate = (
  { judges, responseTimeMs, leftOut }: ProtoEstimate,
  labelOf: (name: string) => AiServiceLabel,
): JudgingEstimate => ({
  calls: judges.reduce((sum, { calls }) => sum + calls, 0),
  judges: judges.map((each) => toPlannedCalls(each, labelOf)),
  cost: sumOfCosts(judges),
  responseTime: responseTimeMs ?? null,
  leftOut,
});
