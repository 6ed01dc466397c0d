import { toast, type ToastWords } from '@polylogue/web-kit';
import { useEffect } from 'react';
import { useBroadcastList, useBroadcasts } from '../broadcasts/broadcasts.js';
import { isTakenBack, waitingOf } from '../broadcasts/queue.rules.js';
import { isOpen } from '../broadcasts/reply.rules.js';
import type { Pending } from './send.rules.js';
import { useStable } from './use-stable.js';

/** What may be sent while replies still come: nothing yet, a message that waits for them, or none since one waits already. */
export type Queue = 'closed' | 'free' | 'taken';

export const queuedToast: ToastWords = {
  title: 'Message queued',
  description: 'Each service gets it as soon as its reply has ended.',
  variant: 'success',
};

const takenToast: ToastWords = {
  title: 'One message is waiting already',
  description: 'Take it back, or send this one when it has begun everywhere.',
  variant: 'destructive',
};
export const sayTaken = () => void toast(takenToast);

/** The message that is sent when the replies have ended: one that can be queued, or the one that waits. */
export type NextMessage = 'ready' | 'waits' | undefined;

interface Written {
  message: string;
  hasFile: boolean;
  pending: Pending;
  queue: Queue;
}

/** Files are sent when nothing else is. */
export function nextOf({ message, hasFile, pending, queue }: Written): NextMessage {
  if (queue === 'taken') return 'waits';
  return queue === 'free' && pending && !hasFile && message.trim() !== '' ? 'ready' : undefined;
}

/** Whether a message can be queued, and how the one that waits is taken back. */
export function useQueue(): { queue: Queue; takeBack: () => void } {
  const follower = useBroadcasts();
  const list = useBroadcastList();
  const open = list.filter(({ replies }) => replies.some(isOpen));
  const waiting = waitingOf(open);
  // Until the server has a message, a second Enter means the same one.
  const isAccepted = open.every(({ broadcastId }) => broadcastId !== undefined);
  const isSending = open.some(({ kind }) => kind !== 'retry');
  const takeBack = useStable(() => {
    if (waiting) follower.takeBack(waiting).catch(console.error);
  });
  return { queue: waiting ? 'taken' : isSending && isAccepted ? 'free' : 'closed', takeBack };
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
