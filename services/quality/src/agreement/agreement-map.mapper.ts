import {
  agreementMapStatus,
  claimMark,
  Cost,
  fromStored,
  Generation,
  stance,
  toStored,
  Usage,
  type AgreementClaim,
  type AgreementMap as ProtoMap,
} from '@polylogue/proto';
import type { AgreementMap, Claim, ClaimMark, MappedReply, MapStatus } from './agreement-map.entity.js';
import { agreementOf, agreementOfAll } from './agreement.rules.js';

/** A reply in the table: its generation is JSON of the proto message. */
export interface StoredReply extends Pick<MappedReply, 'messageId' | 'aiService'> {
  generation?: unknown;
}

export interface MapRow {
  id: string;
  broadcast_id: string;
  status: MapStatus;
  extractor: string;
  replies: StoredReply[];
  claims: Claim[];
  marks: Record<string, ClaimMark>;
  error: string | null;
  error_code: string | null;
  response_time_ms: number | null;
  usage: unknown;
  cost: unknown;
  generation: unknown;
  created_at: Date;
}

export const toStoredReply = ({ messageId, aiService, generation }: MappedReply): StoredReply => ({
  messageId,
  aiService,
  generation: generation && Generation.toJSON(generation),
});

export function fromRow(row: MapRow): AgreementMap {
  return {
    id: row.id,
    broadcastId: row.broadcast_id,
    status: row.status,
    extractor: row.extractor,
    replies: row.replies.map((each) => ({ ...each, generation: fromStored(Generation, each.generation) })),
    claims: row.claims,
    marks: row.marks,
    error: row.error ?? undefined,
    errorCode: row.error_code ?? undefined,
    responseTimeMs: row.response_time_ms ?? undefined,
    usage: fromStored(Usage, row.usage),
    cost: fromStored(Cost, row.cost),
    generation: fromStored(Generation, row.generation),
    createdAt: row.created_at,
  };
}

export const storedEnd = ({ usage, cost, generation }: Pick<AgreementMap, 'usage' | 'cost' | 'generation'>) => [
  toStored(Usage, usage),
  toStored(Cost, cost),
  toStored(Generation, generation),
];

export function toAgreementMap(map: AgreementMap): ProtoMap {
  const { claims, marks, replies, status, ...others } = map;
  return {
    ...others,
    status: agreementMapStatus.fromWord(status),
    replies: [...replies],
    claims: claims.map((claim, index) => toClaim(claim, index + 1, marks[index + 1], replies)),
    agreement: agreementOfAll(claims),
  };
}

function toClaim(
  { text, cells }: Claim,
  id: number,
  mark: ClaimMark | undefined,
  replies: readonly MappedReply[],
): AgreementClaim {
  return {
    id,
    text,
    agreement: agreementOf(cells),
    cells: cells.map((cell, place) => ({
      messageId: replies[place]?.messageId ?? '',
      stance: stance.fromWord(cell.stance),
      quote: cell.quote,
    })),
    mark: mark && claimMark.fromWord(mark),
  };
}
