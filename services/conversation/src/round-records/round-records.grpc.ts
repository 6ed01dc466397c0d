import {
  RoundRecordsServiceDefinition,
  type GetRoundRecordsRequest,
  type ListReplyLengthsRequest,
  type ListTaggedConversationsRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { toRecord } from './round-record.mapper.js';
import { RoundRecordsService } from './round-records.service.js';

@GrpcEndpoint(RoundRecordsServiceDefinition)
export class RoundRecordsGrpc implements GrpcHandlers<typeof RoundRecordsServiceDefinition> {
  constructor(private readonly records: RoundRecordsService) {}

  async getRoundRecords({ userId, broadcastId }: GetRoundRecordsRequest, call: CallContext) {
    const rows = await this.records.ofRound(call, userId, broadcastId);
    return { replies: rows.map(toRecord), isBlind: rows.some(({ is_blind }) => is_blind) };
  }

  async listTaggedConversations({ userId, tag }: ListTaggedConversationsRequest, call: CallContext) {
    return { conversationIds: await this.records.tagged(call, userId, tag) };
  }

  async listReplyLengths({ userId, messageIds }: ListReplyLengthsRequest, call: CallContext) {
    const rows = await this.records.lengths(call, userId, messageIds);
    return { lengths: rows.map(({ id, characters }) => ({ messageId: id, characters })) };
  }
}
