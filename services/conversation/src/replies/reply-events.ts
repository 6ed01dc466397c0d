import { replyStatus } from '@polylogue/proto';
import { outboxRow } from '@polylogue/service-kit';
import type { EndStatus } from '../live/broadcast.entity.js';
import type { LiveBroadcast } from '../live/live-broadcast.js';
import type { ReplyWork } from './running-reply.js';

/** The event that a reply has ended. */
export function replyStored(work: ReplyWork, status: EndStatus) {
  const { broadcastId, userId, conversationId, messageId, aiService } = work;
  const payload = { broadcastId, userId, conversationId, messageId, aiService, status: replyStatus.fromWord(status) };
  return outboxRow('conversation.reply_stored.v1', payload, { aggregateId: broadcastId });
}

/** The event that all replies of a broadcast have ended. The statement that stores it decides whether, and fills in the counts. */
export function broadcastCompleted({ broadcastId, userId }: LiveBroadcast) {
  const payload = { broadcastId, userId, totalResponses: 0, totalErrors: 0 };
  return outboxRow('conversation.broadcast_completed.v1', payload, { aggregateId: broadcastId });
}
