import { replyStatus } from '@polylogue/proto';
import { outboxRow } from '@polylogue/service-kit';
import type { EndStatus } from '../live/broadcast.entity.js';
import type { LiveBroadcast } from '../live/live-broadcast.js';
import type { ReplyWork } from './running-reply.js';

/** A reply that ends, and how. */
export interface EndingReply {
  work: ReplyWork;
  status: EndStatus;
}

/** The event that replies of a broadcast have ended, and others have not. The statement that stores it keeps those that ended by it. */
export function repliesStored(live: LiveBroadcast, ending: readonly EndingReply[], headers: string) {
  const { broadcastId, userId } = live;
  const payload = { broadcastId, userId, replies: endedReplies(ending) };
  return outboxRow('conversation.reply_stored.v2', payload, { aggregateId: broadcastId, headers });
}

/** The event that with these all replies of a broadcast have ended. The statement that stores it decides whether, and fills in the counts. */
export function broadcastCompleted(live: LiveBroadcast, ending: readonly EndingReply[], headers: string) {
  const { broadcastId, userId } = live;
  const payload = { broadcastId, userId, totalResponses: 0, totalErrors: 0, replies: endedReplies(ending) };
  return outboxRow('conversation.broadcast_completed.v2', payload, { aggregateId: broadcastId, headers });
}

function endedReplies(ending: readonly EndingReply[]) {
  return ending.map(({ work: { conversationId, messageId, aiService }, status }) => {
    return { conversationId, messageId, aiService, status: replyStatus.fromWord(status) };
  });
}
