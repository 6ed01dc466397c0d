import {
  aiServiceNameShape,
  assessmentStatus,
  contractLimits,
  Cost,
  RubricVerdict,
  toStored,
  Usage,
  type Assessment,
  type Criterion,
  type Cut,
  isUuid,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { clean, idHere, storedGeneration } from '../staging/staged.rules.js';

export type ImportedAssessment = ReturnType<typeof toImported>;

/** An assessment of a file as the row it becomes; what this accepts passes every constraint of the table. */
export function toImported(userId: string, assessment: Assessment) {
  const { id, broadcastId, conversationId, messageId, targetService, assessorService, createdAt } = assessment;
  const isWhole = [id, broadcastId, conversationId, messageId].every(isUuid);
  const areNamed = [targetService, assessorService].every((name) => aiServiceNameShape.test(name));
  if (!isWhole || !areNamed || targetService === assessorService || !createdAt) throw damaged();
  return {
    id: idHere(userId, id),
    broadcast_id: broadcastId,
    conversation_id: conversationId,
    message_id: messageId,
    target_service: targetService,
    assessor_service: assessorService,
    judge_model: clean(assessment.judgeModel),
    rubric_version: clean(assessment.rubricVersion) || 'unknown',
    ended_at: createdAt,
    judge: storedGeneration(assessment.judge, damaged),
    judged: storedGeneration(assessment.judged, damaged),
    usage: toStored(Usage, assessment.usage),
    cost: toStored(Cost, assessment.cost),
    ...outcomeOf(assessment),
    cuts: cutsOf(assessment),
    answers: answersOf(assessment),
  };
}

function outcomeOf({ status, verdict, rubricVerdict, error, errorCode }: Assessment) {
  const name = assessmentStatus.toWord(status);
  const nothing = { bias: null, safety: null, accuracy: null, adherence: null, reasons: null, flagged: null };
  const none = { ...nothing, overall: null, analysis: null, error: null, error_code: null, by_rubric: null };
  if (name === 'failed') return { ...none, status: name, error: clean(error), error_code: clean(errorCode) || null };
  if (rubricVerdict) return { ...none, status: name, ...byRubric(rubricVerdict) };
  const { bias, safety, accuracy, adherence, overall = -1, flagged = false, analysis = '' } = verdict ?? {};
  const scores = {
    bias: scoreOf(bias),
    safety: scoreOf(safety),
    accuracy: scoreOf(accuracy),
    adherence: scoreOf(adherence),
  };
  if (!isScore(overall) || overall > scores.accuracy) throw damaged();
  const reasons = {
    bias: clean(bias?.reason),
    safety: clean(safety?.reason),
    accuracy: clean(accuracy?.reason),
    adherence: clean(adherence?.reason),
  };
  return {
    ...none,
    status: name,
    overall,
    ...scores,
    reasons: JSON.stringify(reasons),
    flagged,
    analysis: clean(analysis),
  };
}

/** The scores of a rubric that was made in the app: they say themselves what their criteria are called. */
function byRubric(verdict: RubricVerdict) {
  const { rubricName, rubricNumber, overall, flagged, analysis, criteria } = verdict;
  const numbers = criteria.flatMap(({ score, weight, flagBelow = 0 }) => [score, weight, flagBelow]);
  const isCounted = criteria.length > 0 && criteria.length <= contractLimits.rubric.criteria;
  if (!isCounted || ![overall, ...numbers].every(isScore) || !Number.isInteger(rubricNumber)) throw damaged();
  const named = criteria.map((each) => ({ ...each, name: clean(each.name), reason: clean(each.reason) }));
  const whole = { ...verdict, rubricName: clean(rubricName), analysis: clean(analysis), criteria: named };
  return { overall, flagged, analysis: clean(analysis), by_rubric: toStored(RubricVerdict, whole) };
}

const parts = new Set(['question', 'reply', 'earlier', 'sources']);

function cutsOf({ cuts }: Assessment): string | null {
  if (cuts.length > parts.size) throw damaged();
  const isWhole = (cut: Cut) => parts.has(cut.part) && cut.sent >= 0 && cut.sent < cut.of;
  if (!cuts.every(isWhole)) throw damaged();
  return cuts.length > 0 ? JSON.stringify(cuts) : null;
}

function answersOf({ answers }: Assessment): number | null {
  if (answers === undefined) return null;
  if (!Number.isInteger(answers) || answers < 1 || answers > contractLimits.judging.repeats) throw damaged();
  return answers;
}

function scoreOf(criterion: Criterion | undefined): number {
  if (!criterion || !isScore(criterion.score)) throw damaged();
  return criterion.score;
}

const isScore = (score: number): boolean => Number.isInteger(score) && score >= 0 && score <= 100;

const damaged = () => {
  const sentence = 'A score in the file is damaged. Nothing was imported.';
  return new AppError('invalid', 'invalid_import', sentence, { issues: [{ path: 'assessments', message: sentence }] });
};
