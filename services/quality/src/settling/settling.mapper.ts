import {
  agreementMapStatus,
  Cost,
  fromStored,
  Generation,
  settleView,
  toStored,
  Usage,
  type SettleAnswer as ProtoAnswer,
  type SettleRound as ProtoRound,
  type Settling,
} from '@polylogue/proto';
import type { AgreementMap, MapStatus } from '../agreement/agreement-map.entity.js';
import { spentOn } from '../judging/spent.rules.js';
import type { AnswerEnd, ClaimView, SettleAnswer, SettleRound } from './settling.entity.js';
import { openClaims, roundsLeft, settledClaims } from './settling.rules.js';

export interface AnswerRow {
  round_id: string;
  message_id: string;
  ai_service: string;
  status: MapStatus;
  views: ClaimView[];
  error: string | null;
  error_code: string | null;
  response_time_ms: number | null;
  usage: unknown;
  cost: unknown;
  generation: unknown;
}

export interface RoundRow {
  id: string;
  map_id: string;
  number: number;
  counts: boolean;
  status: MapStatus;
  claims: number[];
  error: string | null;
  error_code: string | null;
  response_time_ms: number | null;
  created_at: Date;
}

export const fromRow = (row: RoundRow, answers: readonly AnswerRow[]): SettleRound => ({
  id: row.id,
  number: row.number,
  counts: row.counts,
  status: row.status,
  claims: row.claims,
  answers: answers.filter(({ round_id }) => round_id === row.id).map(fromAnswerRow),
  error: row.error ?? undefined,
  errorCode: row.error_code ?? undefined,
  responseTimeMs: row.response_time_ms ?? undefined,
  createdAt: row.created_at,
});

const fromAnswerRow = (row: AnswerRow): SettleAnswer => ({
  messageId: row.message_id,
  aiService: row.ai_service,
  status: row.status,
  views: row.views,
  error: row.error ?? undefined,
  errorCode: row.error_code ?? undefined,
  responseTimeMs: row.response_time_ms ?? undefined,
  usage: fromStored(Usage, row.usage),
  cost: fromStored(Cost, row.cost),
  generation: fromStored(Generation, row.generation),
});

export const storedAnswer = ({ usage, cost, generation }: AnswerEnd) => [
  toStored(Usage, usage),
  toStored(Cost, cost),
  toStored(Generation, generation),
];

export function toSettling(map: AgreementMap, rounds: readonly SettleRound[]): Settling {
  return {
    mapId: map.id,
    roundsLeft: roundsLeft(rounds),
    rounds: rounds.map(toRound),
    claims: settledClaims(map, rounds).map(({ claim, before, after }) => ({
      claim,
      agreementBefore: before,
      agreementAfter: after,
    })),
    open: openClaims(map, rounds).map(({ claim, positions }) => ({
      claim,
      aiServices: [...new Set(positions.map(({ aiService }) => aiService))],
    })),
  };
}

function toRound({ counts: _counts, status, claims, answers, ...others }: SettleRound): ProtoRound {
  // What failed before it was billed has no cost.
  const billed = answers.filter((answer) => answer.status === 'completed' || answer.cost !== undefined);
  return {
    ...others,
    status: agreementMapStatus.fromWord(status),
    claims: [...claims],
    answers: answers.map(toAnswer),
    cost: spentOn(billed).cost,
  };
}

const toAnswer = ({ status, views, ...others }: SettleAnswer): ProtoAnswer => ({
  ...others,
  status: agreementMapStatus.fromWord(status),
  views: views.map(({ claim, view, reason }) => ({ claim, view: settleView.fromWord(view), reason })),
});
