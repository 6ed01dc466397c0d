import {
  costSource,
  fromStored,
  Generation,
  replyStatus,
  RoundFactsServiceDefinition,
  type Cost,
  type GetRoundFactsRequest,
  type ListReplyLengthsRequest,
  type ListTaggedConversationsRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import type { ReplyFactsRow } from './round-facts.repository.js';
import { RoundFactsService } from './round-facts.service.js';

@GrpcEndpoint(RoundFactsServiceDefinition)
export class RoundFactsGrpc implements GrpcHandlers<typeof RoundFactsServiceDefinition> {
  constructor(private readonly facts: RoundFactsService) {}

  async getRoundFacts({ userId, broadcastId }: GetRoundFactsRequest, call: CallContext) {
    const rows = await this.facts.ofRound(call, userId, broadcastId);
    return { replies: rows.map(toFacts), isBlind: rows.some(({ is_blind }) => is_blind) };
  }

  async listTaggedConversations({ userId, tag }: ListTaggedConversationsRequest, call: CallContext) {
    return { conversationIds: await this.facts.tagged(call, userId, tag) };
  }

  async listReplyLengths({ userId, messageIds }: ListReplyLengthsRequest, call: CallContext) {
    const rows = await this.facts.lengths(call, userId, messageIds);
    return { lengths: rows.map(({ id, characters }) => ({ messageId: id, characters })) };
  }
}

const toFacts = (row: ReplyFactsRow) => ({
  messageId: row.message_id,
  conversationId: row.conversation_id,
  aiService: row.ai_service,
  status: replyStatus.fromWord(row.status),
  generation: fromStored(Generation, row.generation),
  responseTimeMs: row.response_time_ms ?? undefined,
  cost: costOf(row),
});

function costOf({ cost_amount: amount, cost_currency: currency, cost_source: source }: ReplyFactsRow) {
  if (amount === null || currency === null || source === null) return undefined;
  return { amount, currency, source: costSource.fromWord(source) } satisfies Cost;
}
