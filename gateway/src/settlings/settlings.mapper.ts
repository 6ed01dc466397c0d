import type { AiServiceLabel, SettleAnswer, SettleRound, Settling } from '@polylogue/api-contract';
import { agreementMapStatus, settleView } from '@polylogue/proto';
import type {
  SettleAnswer as ProtoAnswer,
  SettleRound as ProtoRound,
  Settling as ProtoSettling,
} from '@polylogue/proto';
import { authorOf, toGeneration } from '../messages/generation.mapper.js';
import { toCost } from '../messages/messages.mapper.js';

type LabelOf = (name: string) => AiServiceLabel;

export const toSettling = ({ mapId, roundsLeft, rounds, claims, open }: ProtoSettling, labelOf: LabelOf): Settling => ({
  mapId,
  roundsLeft,
  rounds: rounds.map((round) => toRound(round, labelOf)),
  claims: claims.map(({ claim, agreementBefore, agreementAfter }) => ({
    claim,
    before: agreementBefore ?? null,
    after: agreementAfter ?? null,
  })),
  open: open.map(({ claim, aiServices }) => ({ claim, aiServices })),
});

const toRound = (round: ProtoRound, labelOf: LabelOf): SettleRound => ({
  id: round.id,
  number: round.number,
  status: agreementMapStatus.toWord(round.status),
  claims: round.claims,
  answers: round.answers.map((answer) => toAnswer(answer, labelOf)),
  error: round.error,
  errorCode: round.errorCode,
  responseTime: round.responseTimeMs,
  cost: toCost(round.cost),
  timestamp: (round.createdAt ?? new Date(0)).toISOString(),
});

function toAnswer(answer: ProtoAnswer, labelOf: LabelOf): SettleAnswer {
  const label = labelOf(answer.aiService);
  return {
    messageId: answer.messageId,
    // A service as it was called at that time.
    aiService: authorOf(undefined, answer.generation, label, labelOf) ?? label,
    status: agreementMapStatus.toWord(answer.status),
    views: answer.views.map(({ claim, view, reason }) => ({ claim, view: settleView.toWord(view), reason })),
    error: answer.error,
    errorCode: answer.errorCode,
    responseTime: answer.responseTimeMs,
    cost: toCost(answer.cost),
    generation: toGeneration(answer.generation),
  };
}
