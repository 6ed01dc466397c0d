import type { AgreementMap, ExportedConversation, ExportedMessage, QualityAssessment } from '@polylogue/api-contract';
import {
  AgreementMap as ProtoMap,
  agreementMapStatus,
  Assessment,
  assessmentStatus,
  claimMark,
  Conversation as ProtoConversation,
  costSource,
  Message as ProtoMessage,
  messageRole,
  replyStatus,
  stance,
} from '@polylogue/proto';
import { fromAnswerSettings } from '../answer-presets/answer-presets.mapper.js';
import { fromAttachments } from '../files/attachments.mapper.js';
import { dateOf, fromGeneration, fromUsage, whole } from '../messages/from-api.mapper.js';

export type Head = Omit<
  ExportedConversation,
  'messages' | 'assessments' | 'summaries' | 'agreementMaps' | 'mergedAnswers' | 'settleRounds'
>;

/** What is known of a conversation so far, as conversation stores it. */
export function fromHead({ id, aiService, title, createdAt, updatedAt, comparison }: Partial<Head>): ProtoConversation {
  return ProtoConversation.fromPartial({
    id,
    title,
    aiService: aiService?.name,
    createdAt: dateOf(createdAt),
    updatedAt: dateOf(updatedAt),
    comparison: comparison && {
      ...comparison,
      isStarred: comparison.starred,
      settings: comparison.settings && fromAnswerSettings(comparison.settings),
    },
  });
}

export function fromMessage(message: ExportedMessage): ProtoMessage {
  const { id, role, content, timestamp, status, broadcastId, usage, cost, tokens, ...rest } = message;
  const {
    responseTime,
    firstTokenTime,
    stopReason,
    error,
    errorCode,
    attachment,
    moreAttachments,
    pinned,
    media = [],
    author,
    generation,
  } = rest;
  return ProtoMessage.fromPartial({
    id,
    content,
    broadcastId,
    stopReason,
    error,
    errorCode,
    pinned,
    author: author?.name,
    generation: fromGeneration(generation),
    role: messageRole.fromWord(role),
    status: replyStatus.fromWord(status),
    createdAt: new Date(timestamp),
    responseTimeMs: whole(responseTime),
    firstTokenMs: whole(firstTokenTime),
    media: media.map(({ id: mediaId, type, name }) => ({ id: mediaId, type, name })),
    ...fromAttachments({ attachment, moreAttachments }),
    usage: usage ? fromUsage(usage) : tokens === undefined ? undefined : { totalTokens: whole(tokens) },
    cost: cost && { ...cost, source: costSource.fromWord(cost.source) },
  });
}

/** About the reply as it is called here. */
export function fromAssessment(
  assessment: QualityAssessment,
  { conversationId, messageId, broadcastId }: { conversationId: string; messageId: string; broadcastId: string },
): Assessment {
  const { id, targetServiceId, assessorServiceId, rubricVersion, judgeModel, createdAt } = assessment;
  const { judge, judged, usage, cost } = assessment;
  const about = {
    id,
    conversationId,
    messageId,
    broadcastId,
    rubricVersion,
    judgeModel,
    judge: fromGeneration(judge),
    judged: fromGeneration(judged),
    usage: fromUsage(usage),
    cost: cost && { ...cost, source: costSource.fromWord(cost.source) },
    targetService: targetServiceId,
    assessorService: assessorServiceId,
    createdAt: new Date(createdAt),
    status: assessmentStatus.fromWord(assessment.status === 'failed' ? 'failed' : 'completed'),
    cuts: assessment.cuts,
    answers: assessment.answers,
  };
  if (assessment.status === 'failed') {
    return Assessment.fromPartial({ ...about, error: assessment.error, errorCode: assessment.errorCode });
  }
  if (assessment.status === 'judged') {
    const { rubric, overallScore: overall, flagged, analysis, criteria } = assessment;
    const named = { rubricName: rubric.name, rubricNumber: rubric.version };
    return Assessment.fromPartial({ ...about, rubricVerdict: { ...named, overall, flagged, analysis, criteria } });
  }
  const { reasons, flagged, analysis } = assessment;
  return Assessment.fromPartial({
    ...about,
    verdict: {
      overall: assessment.overallScore,
      flagged,
      analysis,
      bias: { score: assessment.biasScore, reason: reasons?.bias },
      safety: { score: assessment.toxicityScore, reason: reasons?.toxicity },
      accuracy: { score: assessment.hallucinationScore, reason: reasons?.hallucination },
      adherence: { score: assessment.adherenceScore, reason: reasons?.adherence },
    },
  });
}

/** With the ids of the file. */
export function fromAgreementMap(map: AgreementMap): ProtoMap {
  const { id, broadcastId, status, extractor, replies, claims, error, errorCode, responseTime, cost, generation } = map;
  return ProtoMap.fromPartial({
    id,
    broadcastId,
    error,
    errorCode,
    status: agreementMapStatus.fromWord(status),
    extractor: extractor.name,
    replies: replies.map(({ messageId, aiService: { name, displayName, color } }) => ({
      messageId,
      aiService: name,
      generation: { displayName, color },
    })),
    claims: claims.map(({ text, cells, mark }, at) => ({
      id: at + 1,
      text,
      cells: cells.map((cell) => ({ ...cell, stance: stance.fromWord(cell.stance) })),
      mark: mark && claimMark.fromWord(mark),
    })),
    responseTimeMs: whole(responseTime),
    cost: cost && { ...cost, source: costSource.fromWord(cost.source) },
    generation: fromGeneration(generation),
    createdAt: dateOf(map.timestamp),
  });
}
