import { replyStatus } from '@polylogue/proto';
import { outboxRow } from '@polylogue/service-kit';
import type { EndStatus } from '../broadcasts/broadcast.entity.js';
import type { LiveBroadcast } from '../broadcasts/live-broadcast.js';
import type { ReplyWork } from './running-reply.js';

/** The fact that a reply has ended. */
export function replyStored(work: ReplyWork, status: EndStatus) {
  const { broadcastId, userId, conversationId, messageId, aiService } = work;
  const payload = { broadcastId, userId, conversationId, messageId, aiService, status: replyStatus.fromWord(status) };
  return outboxRow('conversation.reply_stored.v1', payload, { aggregateId: broadcastId });
}

/** The fact that all replies of a broadcast have ended, `ending` of them now. */
export function broadcastCompleted({ broadcastId, userId, progress }: LiveBroadcast, ending: readonly EndStatus[]) {
  const failing = ending.filter((status) => status !== 'completed').length;
  const payload = {
    broadcastId,
    userId,
    totalResponses: progress.replies,
    totalErrors: progress.failed + failing,
  };
  return outboxRow('conversation.broadcast_completed.v1', payload, { aggregateId: broadcastId });
}
