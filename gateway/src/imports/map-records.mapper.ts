import type { ExportedSettleRound, MergedAnswer } from '@polylogue/api-contract';
import {
  agreementMapStatus,
  costSource,
  MergedAnswer as ProtoAnswer,
  sentenceStanding,
  SettleRound as ProtoRound,
  settleView,
} from '@polylogue/proto';
import { dateOf, fromGeneration, whole } from '../messages/from-api.mapper.js';

/** With the ids of the file, as all below. */
export function fromMergedAnswer(answer: MergedAnswer): ProtoAnswer {
  const { id, mapId, version, status, writer, steering, basedOn, question, sentences } = answer;
  return ProtoAnswer.fromPartial({
    id,
    mapId,
    version: whole(version),
    steering,
    basedOn: whole(basedOn),
    question,
    writer: writer.name,
    status: agreementMapStatus.fromWord(status),
    sentences: sentences.map(({ claims, standing, ...sentence }) => ({
      ...sentence,
      claims: claims.map((claim) => whole(claim) ?? 0),
      standing: sentenceStanding.fromWord(standing),
    })),
    stopReason: answer.stopReason,
    ...endOf(answer),
    createdAt: dateOf(answer.timestamp),
  });
}

export function fromSettleRound(round: ExportedSettleRound): ProtoRound {
  const { id, number, status, claims, answers, timestamp } = round;
  return ProtoRound.fromPartial({
    id,
    number: whole(number),
    status: agreementMapStatus.fromWord(status),
    claims: claims.map((claim) => whole(claim) ?? 0),
    answers: answers.map((answer) => ({
      messageId: answer.messageId,
      aiService: answer.aiService.name,
      status: agreementMapStatus.fromWord(answer.status),
      views: answer.views.map(({ claim, view, reason }) => ({
        claim: whole(claim),
        view: settleView.fromWord(view),
        reason,
      })),
      ...endOf(answer),
    })),
    ...endOf({ ...round, generation: undefined }),
    createdAt: dateOf(timestamp),
  });
}

type Ended = Pick<MergedAnswer, 'error' | 'errorCode' | 'responseTime' | 'cost' | 'generation'>;

const endOf = ({ error, errorCode, responseTime, cost, generation }: Ended) => ({
  error,
  errorCode,
  responseTimeMs: whole(responseTime),
  cost: cost && { ...cost, source: costSource.fromWord(cost.source) },
  generation: fromGeneration(generation),
});
