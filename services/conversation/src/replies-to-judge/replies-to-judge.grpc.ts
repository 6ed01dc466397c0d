import {
  fromStored,
  Generation,
  replyStatus,
  RepliesServiceDefinition,
  type ListRepliesToJudgeRequest,
  type ReadRepliesRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import type { ReadReplyRow } from './replies-to-judge.repository.js';
import { RepliesToJudgeService, type ReplyToJudge } from './replies-to-judge.service.js';

@GrpcEndpoint(RepliesServiceDefinition)
export class RepliesToJudgeGrpc implements GrpcHandlers<typeof RepliesServiceDefinition> {
  constructor(private readonly replies: RepliesToJudgeService) {}

  async listRepliesToJudge({ userId, broadcastId, messageId }: ListRepliesToJudgeRequest, call: CallContext) {
    const rows = await this.replies.list(call, userId, broadcastId, messageId);
    return { question: rows[0]?.question ?? '', replies: rows.map(toReply) };
  }

  async readReplies({ userId, messageIds }: ReadRepliesRequest, call: CallContext) {
    return { replies: (await this.replies.read(call, userId, messageIds)).map(toReadReply) };
  }
}

function toReply(row: ReplyToJudge) {
  const generation = fromStored(Generation, row.generation);
  return {
    messageId: row.message_id,
    conversationId: row.conversation_id,
    aiService: row.ai_service,
    status: replyStatus.fromWord(row.status),
    content: row.content,
    generation: generation && { ...generation, sources: [], sourcesOmitted: 0 },
    earlier: row.earlier,
    sources: generation?.sources ?? [],
  };
}

const toReadReply = (row: ReadReplyRow) => ({
  messageId: row.message_id,
  conversationId: row.conversation_id,
  broadcastId: row.broadcast_id ?? undefined,
  aiService: row.ai_service,
  question: row.question ?? '',
  content: row.content,
  generation: fromStored(Generation, row.generation),
});
