import {
  costSource,
  fromStored,
  Generation,
  replyStatus,
  RoundRecordsServiceDefinition,
  type GetRoundRecordsRequest,
  type ListReplyLengthsRequest,
  type ListTaggedConversationsRequest,
  type ReplyRecord,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { costOf } from '../live/ended-reply.mapper.js';
import type { ReplyRecordRow } from './round-records.repository.js';
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

function toRecord(row: ReplyRecordRow): ReplyRecord {
  const cost = costOf(row);
  return {
    messageId: row.message_id,
    conversationId: row.conversation_id,
    aiService: row.ai_service,
    status: replyStatus.fromWord(row.status),
    generation: fromStored(Generation, row.generation),
    responseTimeMs: row.response_time_ms ?? undefined,
    cost: cost && { ...cost, source: costSource.fromWord(cost.source) },
  };
}
