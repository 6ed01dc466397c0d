import { toast, type ToastContent } from '@polylogue/web-kit';
import { useEffect } from 'react';
import type { Broadcast } from '../broadcasts/broadcast.state.js';
import { useBroadcastList, useBroadcasts } from '../broadcasts/broadcasts.js';
import { isTakenBack, waitingOf } from '../broadcasts/queue.rules.js';
import { isOpen, isWaiting } from '../broadcasts/reply.rules.js';
import type { Pending } from './send.rules.js';
import { useStable } from './use-stable.js';

/**
 * What may be sent while replies still come: nothing yet, a message that waits for them, a blind round, which begins anew and
 * waits for nothing, or none since one waits already.
 */
export type Queue = 'closed' | 'free' | 'apart' | 'taken';

/** What became of a message that was to be queued: it waits only where a reply was still open. */
export function queuedToast({ replies }: Pick<Broadcast, 'replies'>): ToastContent {
  const waiting = replies.filter(isWaiting).length;
  const variant = 'success';
  if (waiting === 0) {
    return { title: 'Message sent', description: 'It had no reply to wait for.', variant };
  }
  const description =
    waiting === replies.length
      ? 'Each service gets it as soon as its reply has ended.'
      : `${replies.length - waiting} of ${replies.length} services have it. The others get it as soon as their replies have ended.`;
  return { title: 'Message queued', description, variant };
}

const takenToast: ToastContent = {
  title: 'One message is waiting already',
  description: 'Take it back, or send this one when it has begun everywhere.',
  variant: 'destructive',
};
export const sayTaken = () => void toast(takenToast);

/** The message after those that are being answered: one that can be queued, one that is sent at once, or the one that waits. */
export type NextMessage = 'ready' | 'now' | 'waits' | undefined;

interface Written {
  message: string;
  hasFile: boolean;
  pending: Pending;
  queue: Queue;
}

/** Files are sent when nothing else is. */
export function nextOf({ message, hasFile, pending, queue }: Written): NextMessage {
  if (queue === 'taken') return 'waits';
  if (!pending || hasFile || message.trim() === '') return undefined;
  return queue === 'free' ? 'ready' : queue === 'apart' ? 'now' : undefined;
}

/** Whether a message can be queued, and how the one that waits is taken back. */
export function useQueue(isBlind: boolean): { queue: Queue; takeBack: () => void } {
  const follower = useBroadcasts();
  const list = useBroadcastList();
  const open = list.filter(({ replies }) => replies.some(isOpen));
  const waiting = waitingOf(open);
  // Until the server has a message, a second Enter means the same one.
  const isAccepted = open.every(({ broadcastId }) => broadcastId !== undefined);
  const isSending = open.some(({ kind }) => kind !== 'retry');
  const takeBack = useStable(() => {
    if (waiting) void follower.takeBack(waiting);
  });
  const next = isBlind ? 'apart' : 'free';
  return { queue: waiting ? 'taken' : isSending && isAccepted ? next : 'closed', takeBack };
}

/** What was taken back before any service had it stands in the box again, before what was written since. */
export function useReturned(draft: string, write: (text: string) => void): void {
  const { store } = useBroadcasts();
  const list = useBroadcastList();
  const taken = list.find(isTakenBack);
  const putBack = useStable(() => {
    if (!taken) return;
    store.forget(taken.key);
    write(draft.trim() === '' ? taken.message : `${taken.message}\n\n${draft}`);
  });
  useEffect(() => {
    if (taken) putBack();
  }, [taken, putBack]);
}
