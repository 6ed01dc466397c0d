import {
  RoundSharesServiceDefinition,
  type GetSharedRecordsRequest,
  type GetSharedRoundRequest,
  type ListRoundSharesRequest,
  type RevokeRoundShareRequest,
  type RoundShare,
  type ShareRoundRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { toRecord } from '../round-records/round-record.mapper.js';
import type { ListedShare } from './round-shares.repository.js';
import { RoundSharesService } from './round-shares.service.js';

@GrpcEndpoint(RoundSharesServiceDefinition)
export class RoundSharesGrpc implements GrpcHandlers<typeof RoundSharesServiceDefinition> {
  constructor(private readonly shares: RoundSharesService) {}

  async shareRound(request: ShareRoundRequest, call: CallContext) {
    return toShare(await this.shares.share(call.mustHaveCaller(), request));
  }

  async listRoundShares({ broadcastId }: ListRoundSharesRequest, call: CallContext) {
    return { shares: (await this.shares.list(call.mustHaveCaller(), broadcastId)).map(toShare) };
  }

  async revokeRoundShare({ id }: RevokeRoundShareRequest, call: CallContext) {
    await this.shares.revoke(call.mustHaveCaller(), id);
    return {};
  }

  getSharedRound({ id, hasVoted }: GetSharedRoundRequest, call: CallContext) {
    return this.shares.read(call.mustHaveCaller(), id, hasVoted);
  }

  async getSharedRecords({ id, userId }: GetSharedRecordsRequest, call: CallContext) {
    const { records, ...found } = await this.shares.recordsFor(call, userId, id);
    const isBlind = records.some(({ is_blind }) => is_blind);
    return { ...found, records: { replies: records.map(toRecord), isBlind } };
  }
}

const toShare = (row: ListedShare): RoundShare => ({
  id: row.id,
  broadcastId: row.broadcast_id,
  question: row.question,
  hidesNames: row.hides_names,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});
