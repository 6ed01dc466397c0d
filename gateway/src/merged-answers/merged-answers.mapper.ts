import type { AiServiceLabel, MergedAnswer, MergedSentence } from '@polylogue/api-contract';
import {
  agreementMapStatus,
  sentenceStanding,
  type MergedAnswer as ProtoAnswer,
  type MergedAnswerEvent,
  type MergedSentence as ProtoSentence,
} from '@polylogue/proto';
import { authorOf, toGeneration } from '../messages/generation.mapper.js';
import { toCost } from '../messages/messages.mapper.js';

type LabelOf = (name: string) => AiServiceLabel;

export function toMergedAnswer(answer: ProtoAnswer, labelOf: LabelOf): MergedAnswer {
  const label = labelOf(answer.writer);
  return {
    id: answer.id,
    mapId: answer.mapId,
    version: answer.version,
    status: agreementMapStatus.toWord(answer.status),
    writer: authorOf(undefined, answer.generation, label, labelOf) ?? label,
    steering: answer.steering,
    basedOn: answer.basedOn,
    question: answer.question,
    sentences: answer.sentences.map(toMergedSentence),
    error: answer.error,
    errorCode: answer.errorCode,
    stopReason: answer.stopReason,
    responseTime: answer.responseTimeMs,
    cost: toCost(answer.cost),
    generation: toGeneration(answer.generation),
    timestamp: (answer.createdAt ?? new Date(0)).toISOString(),
  };
}

const toMergedSentence = ({ standing, ...others }: ProtoSentence): MergedSentence => ({
  ...others,
  standing: sentenceStanding.toWord(standing),
});

/** An event as the browser reads it; undefined for a kind this version does not know. */
export function toMergedAnswerEvent({ event }: MergedAnswerEvent, labelOf: LabelOf) {
  switch (event?.$case) {
    case 'written':
      return { event: 'written', data: { sentences: event.written.sentences.map(toMergedSentence) } };
    case 'done':
      return { event: 'done', data: toMergedAnswer(event.done, labelOf) };
    default:
      return undefined;
  }
}
