import type { SendResult } from '@polylogue/api-contract';
import type { Broadcast } from './broadcast.state.js';
import { endedReply, isOpen, isWaiting, type Reply } from './reply.rules.js';

/** The broadcasts in which a reply need not wait any more, as they are from now on: nothing before it is open. */
export function released(broadcasts: readonly Broadcast[], now: number): Broadcast[] {
  return broadcasts.flatMap((broadcast, index) => {
    const isHeld = ({ aiService }: Reply) =>
      broadcasts
        .slice(0, index)
        .some(({ replies }) => replies.some((one) => one.aiService === aiService && isOpen(one)));
    const isDue = (reply: Reply) => isWaiting(reply) && !isHeld(reply);
    if (!broadcast.replies.some(isDue)) return [];
    const begun = (reply: Reply): Reply => ({ ...reply, waiting: false, startedAt: now });
    return [{ ...broadcast, replies: broadcast.replies.map((reply) => (isDue(reply) ? begun(reply) : reply)) }];
  });
}

/** The message that waits at some service for the reply before. */
export const waitingOf = (broadcasts: readonly Broadcast[]): Broadcast | undefined =>
  broadcasts.find(({ replies }) => replies.some(isWaiting));

/** Whether no service has a message: it waits there, or was taken back. */
export const isUnsent = (reply: Reply): boolean => isWaiting(reply) || reply.errorCode === takenBackCode;

/** Whether all of a message was taken back before any service had it. */
export const isTakenBack = ({ results }: Pick<Broadcast, 'results'>): boolean =>
  results !== undefined && results.length > 0 && results.every(({ errorCode }) => errorCode === takenBackCode);

/** A message that no service has, as it is once it was taken back. */
export function takenBack(broadcast: Broadcast): Broadcast {
  const results = broadcast.replies.map(({ aiService, conversationId = '', messageId = '' }): SendResult => {
    const ended = { status: 'cancelled', success: false, responseTime: 0, errorCode: takenBackCode } as const;
    return { aiService, conversationId, messageId, ...ended };
  });
  const replies = broadcast.replies.map((reply, index) => endedReply(reply, results[index]!));
  return { ...broadcast, replies, results };
}

/** How the server marks a reply that was taken back while it waited. */
export const takenBackCode = 'taken_back';
