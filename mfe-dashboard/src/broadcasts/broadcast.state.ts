import type { BroadcastStreamEvent, SendResult } from '@polylogue/api-contract';
import type { AttachedFile } from './attached-file.rules.js';
import { endedReply, isOpen, visibleText, type Reply } from './reply.rules.js';

/** One message on its way to several services, from the click to the last reply. */
export interface Broadcast {
  /** Made by the page; the server's id comes with `accepted`. */
  readonly key: string;
  readonly broadcastId?: string;
  readonly kind: 'send' | 'file' | 'retry';
  readonly message: string;
  readonly files?: readonly AttachedFile[] | undefined;
  readonly replies: readonly Reply[];
  /** The id of the last event; an event that is not newer is a repetition. */
  readonly lastEventId: number;
  /** Set when every reply has ended. */
  readonly results?: readonly SendResult[];
  /** When the last one had: milliseconds since 1970, by this page's clock. */
  readonly endedAt?: number;
  /** The connection broke and is being taken up again. */
  readonly isLost: boolean;
}

export function newBroadcast(
  known: Pick<Broadcast, 'key' | 'kind' | 'message' | 'files' | 'replies'> & { broadcastId?: string },
): Broadcast {
  return { lastEventId: 0, isLost: false, ...known };
}

/** A reply that is requested now. */
export const pendingReply = (aiService: string, now: number, waiting = false): Reply => ({
  aiService,
  ...(waiting && { waiting }),
  status: 'pending',
  text: '',
  startedAt: now,
});

/** The broadcast after one event of its stream. Idempotent: an event that comes twice counts once, and a reply that has ended never changes. */
export function afterEvent(broadcast: Broadcast, event: BroadcastStreamEvent, now: number): Broadcast {
  const id = Number(event.id);
  if (event.id !== '' && id <= broadcast.lastEventId) return broadcast;
  const next = { ...broadcast, isLost: false, lastEventId: event.id === '' ? broadcast.lastEventId : id };
  switch (event.event) {
    case 'accepted': {
      const { broadcastId, targets } = event.data;
      const replies = targets.map((target) => {
        const known = broadcast.replies.find(({ aiService }) => aiService === target.aiService);
        return { ...(known ? fromItsStart(known) : pendingReply(target.aiService, now)), ...target, broadcastId };
      });
      return { ...next, broadcastId, replies };
    }
    case 'delta':
      return withReply(next, event.data.aiService, (reply) => grown(reply, event.data.text, now));
    case 'progress':
      return withReply(next, event.data.aiService, (reply) => ({ ...reply, progress: event.data.fraction }));
    case 'reply':
      return withReply(next, event.data.aiService, (reply) => endedReply(reply, event.data));
    case 'done': {
      const { results } = event.data;
      const ended = results.reduce(
        (all, result) => withReply(all, result.aiService, (reply) => endedReply(reply, result)),
        next,
      );
      return { ...ended, results, endedAt: now };
    }
  }
}

/** A stream that is accepted again sends its texts again; what was visible stays visible until it has. */
function fromItsStart(reply: Reply): Reply {
  return isOpen(reply) && reply.text !== '' ? { ...reply, text: '', storedText: visibleText(reply) } : reply;
}

function grown(reply: Reply, text: string, now: number): Reply {
  const firstTokenTime = reply.firstTokenTime ?? (reply.storedText === undefined ? now - reply.startedAt : undefined);
  return { ...reply, status: 'streaming', text: reply.text + text, firstTokenTime };
}

function withReply(broadcast: Broadcast, aiService: string, change: (reply: Reply) => Reply): Broadcast {
  const replies = broadcast.replies.map((reply) =>
    reply.aiService === aiService && isOpen(reply) ? change(reply) : reply,
  );
  return { ...broadcast, replies };
}
