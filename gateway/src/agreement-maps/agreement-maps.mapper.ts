import type { AgreementClaim, AgreementMap, AiServiceLabel } from '@polylogue/api-contract';
import { agreementMapStatus, claimMark, stance, type AgreementMap as ProtoMap } from '@polylogue/proto';
import type { AgreementClaim as ProtoClaim, Generation } from '@polylogue/proto';
import { authorOf, toGeneration } from '../messages/generation.mapper.js';
import { toCost } from '../messages/messages.mapper.js';

type LabelOf = (name: string) => AiServiceLabel;

export function toAgreementMap(map: ProtoMap, labelOf: LabelOf): AgreementMap {
  return {
    id: map.id,
    broadcastId: map.broadcastId,
    status: agreementMapStatus.toWord(map.status),
    extractor: calledThen(map.extractor, map.generation, labelOf),
    replies: map.replies.map(({ messageId, aiService, generation }) => ({
      messageId,
      aiService: calledThen(aiService, generation, labelOf),
    })),
    claims: map.claims.map(toClaim),
    agreement: map.agreement ?? null,
    error: map.error,
    errorCode: map.errorCode,
    responseTime: map.responseTimeMs,
    cost: toCost(map.cost),
    generation: toGeneration(map.generation),
    timestamp: (map.createdAt ?? new Date(0)).toISOString(),
  };
}

const toClaim = ({ id, text, agreement, cells, mark }: ProtoClaim): AgreementClaim => ({
  id,
  text,
  agreement: agreement ?? null,
  cells: cells.map((cell) => ({ messageId: cell.messageId, stance: stance.toWord(cell.stance), quote: cell.quote })),
  mark: mark && claimMark.toWord(mark),
});

/** A service as it was called at that time. */
function calledThen(name: string, generation: Generation | undefined, labelOf: LabelOf): AiServiceLabel {
  const label = labelOf(name);
  return authorOf(undefined, generation, label, labelOf) ?? label;
}
