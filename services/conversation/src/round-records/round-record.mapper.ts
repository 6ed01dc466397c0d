import { costSource, fromStored, Generation, replyStatus, type ReplyRecord } from '@polylogue/proto';
import { costOf } from '../live/ended-reply.mapper.js';
import type { ReplyRecordRow } from './round-records.repository.js';

export function toRecord(row: ReplyRecordRow): ReplyRecord {
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
