import {
  agreementMapStatus,
  Cost,
  fromStored,
  Generation,
  sentenceStanding,
  Usage,
  type MergedAnswer as ProtoAnswer,
  type MergedSentence as ProtoSentence,
} from '@polylogue/proto';
import type { Claim, MapStatus } from '../agreement/agreement-map.entity.js';
import type { MergedAnswer, MergedSentence, WrittenSentence } from './merged-answer.entity.js';
import { shownSentences } from './standing.rules.js';

export interface AnswerRow {
  id: string;
  map_id: string;
  version: number;
  status: MapStatus;
  writer: string;
  steering: string | null;
  based_on: number | null;
  question: string;
  left_out: number[];
  sentences: WrittenSentence[];
  error: string | null;
  error_code: string | null;
  stop_reason: string | null;
  response_time_ms: number | null;
  usage: unknown;
  cost: unknown;
  generation: unknown;
  created_at: Date;
}

export function fromRow(row: AnswerRow): MergedAnswer {
  return {
    id: row.id,
    mapId: row.map_id,
    version: row.version,
    status: row.status,
    writer: row.writer,
    steering: row.steering ?? undefined,
    basedOn: row.based_on ?? undefined,
    question: row.question,
    leftOut: row.left_out,
    sentences: row.sentences,
    error: row.error ?? undefined,
    errorCode: row.error_code ?? undefined,
    stopReason: row.stop_reason ?? undefined,
    responseTimeMs: row.response_time_ms ?? undefined,
    usage: fromStored(Usage, row.usage),
    cost: fromStored(Cost, row.cost),
    generation: fromStored(Generation, row.generation),
    createdAt: row.created_at,
  };
}

/** `claims`: those of its map. */
export function toMergedAnswer(answer: MergedAnswer, claims: readonly Claim[]): ProtoAnswer {
  const { leftOut: _, status, sentences: __, ...others } = answer;
  return {
    ...others,
    status: agreementMapStatus.fromWord(status),
    sentences: shownSentences(answer, claims).map(toSentence),
  };
}

export const toSentence = ({ standing, ...others }: MergedSentence): ProtoSentence => ({
  ...others,
  standing: sentenceStanding.fromWord(standing),
});
