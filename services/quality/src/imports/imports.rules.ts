import {
  aiServiceNameShape,
  assessmentStatus,
  Cost,
  Generation,
  toStored,
  Usage,
  type Assessment,
  type Criterion,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { v5 as uuidOf } from 'uuid';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const maxTextLength = 10_000;
// The reasoning of a judge is a part of it.
const maxGenerationLength = 2 * 1024 * 1024;

export type ImportedAssessment = ReturnType<typeof toImported>;

/** An assessment of a file as the row it becomes; what this accepts passes every constraint of the table. */
export function toImported(userId: string, assessment: Assessment) {
  const { id, broadcastId, conversationId, messageId, targetService, assessorService, createdAt } = assessment;
  const isWhole = [id, broadcastId, conversationId, messageId].every((each) => uuid.test(each));
  const areNamed = [targetService, assessorService].every((name) => aiServiceNameShape.test(name));
  if (!isWhole || !areNamed || targetService === assessorService || !createdAt) throw damaged();
  return {
    id: uuidOf(id.toLowerCase(), userId),
    broadcast_id: broadcastId,
    conversation_id: conversationId,
    message_id: messageId,
    target_service: targetService,
    assessor_service: assessorService,
    judge_model: clean(assessment.judgeModel),
    rubric_version: clean(assessment.rubricVersion) || 'unknown',
    ended_at: createdAt,
    judge: generationOf(assessment.judge),
    judged: generationOf(assessment.judged),
    usage: toStored(Usage, assessment.usage),
    cost: toStored(Cost, assessment.cost),
    ...outcomeOf(assessment),
  };
}

function generationOf(generation: Generation | undefined): string | null {
  const stored = toStored(Generation, generation);
  if ((stored?.length ?? 0) > maxGenerationLength) throw damaged();
  return stored;
}

function outcomeOf({ status, verdict, error, errorCode }: Assessment) {
  const name = assessmentStatus.toWord(status);
  const nothing = { bias: null, safety: null, accuracy: null, adherence: null, reasons: null, flagged: null };
  const none = { ...nothing, overall: null, analysis: null, error: null, error_code: null };
  if (name === 'failed')
    return { ...none, status: name, error: clean(error ?? ''), error_code: clean(errorCode ?? '') || null };
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

function scoreOf(criterion: Criterion | undefined): number {
  if (!criterion || !isScore(criterion.score)) throw damaged();
  return criterion.score;
}

const isScore = (score: number): boolean => Number.isInteger(score) && score >= 0 && score <= 100;
const clean = (text = ''): string => text.replaceAll('\0', '\uFFFD').slice(0, maxTextLength);

const damaged = () => {
  const sentence = 'A score in the file is damaged. Nothing was imported.';
  return new AppError('invalid', 'invalid_import', sentence, { issues: [{ path: 'assessments', message: sentence }] });
};
