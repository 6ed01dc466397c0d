import {
  sampleGapReason,
  SampleRoundsServiceDefinition,
  sampleSource,
  type ListSampleRepliesRequest,
  type ListSampleRoundsRequest,
  type ListSampleRoundsResponse,
  type SampleRound,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { SampleRoundsService, type Comparable, type SampledRounds } from './sample-rounds.service.js';

@GrpcEndpoint(SampleRoundsServiceDefinition)
export class SampleRoundsGrpc implements GrpcHandlers<typeof SampleRoundsServiceDefinition> {
  constructor(private readonly samples: SampleRoundsService) {}

  async listSampleRounds({ userId, source, tag, maxRounds }: ListSampleRoundsRequest, call: CallContext) {
    const sample = { source: sampleSource.toWord(source), tag, maxRounds };
    return toResponse(await this.samples.list(call, userId, sample));
  }

  async listSampleReplies({ userId, messageIds }: ListSampleRepliesRequest, call: CallContext) {
    return toResponse(await this.samples.ofReplies(call, userId, messageIds));
  }
}

const toResponse = ({ rounds, leftOut }: SampledRounds): ListSampleRoundsResponse => ({
  rounds: rounds.map(toRound),
  leftOut: [...leftOut].map(([reason, count]) => ({ reason: sampleGapReason.fromWord(reason), rounds: count })),
});

const toRound = (row: Comparable): SampleRound => ({
  broadcastId: row.broadcast_id,
  conversationId: row.conversation_id,
  messageId: row.message_id,
  aiService: row.ai_service,
  isPinned: row.is_pinned ?? false,
  tags: row.tags ?? [],
  question: row.question,
  costUsd: row.cost_usd ?? undefined,
  responseTimeMs: row.response_time_ms ?? undefined,
  contextBytes: row.context_bytes,
  replyBytes: Number(row.reply_bytes),
  askedAt: row.asked_at,
  comparisonId: row.comparison_id ?? undefined,
});
