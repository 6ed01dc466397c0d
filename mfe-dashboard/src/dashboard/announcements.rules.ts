import type { Broadcast } from '../broadcasts/broadcast.state.js';
import { isOpen, type Reply } from '../broadcasts/reply.rules.js';

const outcomes: Partial<Record<Reply['status'], string>> = {
  completed: 'has replied',
  failed: 'could not reply',
  interrupted: 'was interrupted',
  cancelled: 'was stopped',
};

/** What has ended since `before`, as a sentence to be read out; deltas are never read out. */
export function announcementOf(
  before: readonly Broadcast[],
  now: readonly Broadcast[],
  nameOf: (aiService: string) => string,
): string {
  const wasOpen = new Set(before.flatMap((one) => one.replies.filter(isOpen).map((reply) => replyKey(one, reply))));
  return now
    .flatMap((one) => one.replies.filter((reply) => !isOpen(reply) && wasOpen.has(replyKey(one, reply))))
    .map(({ aiService, status }) => `${nameOf(aiService)} ${outcomes[status] ?? 'has ended'}.`)
    .join(' ');
}

const replyKey = ({ key }: Broadcast, { aiService }: Reply): string => `${key} ${aiService}`;
