import { replyStatus, type EventSubject } from '@polylogue/proto';
import { outboxRow } from '@polylogue/service-kit';
import type { EndStatus } from '../live/broadcast.entity.js';
import type { LiveBroadcast } from '../live/live-broadcast.js';
import type { ReplyWork } from './running-reply.js';

/** A reply that ends, and how. */
export interface EndingReply {
  work: ReplyWork;
  status: EndStatus;
}

/** Of the event of replies that ended by one write: others of their broadcast are open, or with them it is complete. */
export const subjects = {
  stored: 'conversation.reply_stored.v2',
  completed: 'conversation.broadcast_completed.v2',
} satisfies Record<string, EventSubject>;

/**
 * The event of replies that end. Only the database knows whether their broadcast is complete: another process may have ended
 * replies of it. So the statement that stores them gives the event its subject and the counts that a completion has, and
 * leaves out what did not end by it.
 */
export function repliesEnding({ broadcastId, userId }: LiveBroadcast, ending: readonly EndingReply[], headers: string) {
  const payload = { broadcastId, userId, replies: endedReplies(ending) };
  return outboxRow(subjects.stored, payload, { aggregateId: broadcastId, headers });
}

function endedReplies(ending: readonly EndingReply[]) {
  return ending.map(({ work: { conversationId, messageId, aiService }, status }) => {
    return { conversationId, messageId, aiService, status: replyStatus.fromWord(status) };
  });
}
