import { MessageSquareReply, Pin, PinOff, RotateCw, ScrollText } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useBroadcasts } from '../broadcasts/broadcasts.js';
import { isMade, isOpen, visibleText } from '../broadcasts/reply.rules.js';
import type { MoreAction } from './more-menu.js';
import type { Turn } from '../broadcasts/turns.rules.js';
import { usePin } from './pin.api.js';
import { useScreenActions } from './screen-actions.js';

/** What can be done with a panel's replies; the same functions as long as they do the same. */
export interface PanelTools {
  copy: (() => Promise<void>) | undefined;
  compare: (() => void) | undefined;
  stop: (() => void) | undefined;
  askAgain: (() => void) | undefined;
  more: readonly MoreAction[];
}

export function usePanelTools(name: string, turns: readonly Turn[]): PanelTools {
  const follower = useBroadcasts();
  const { onCompare, onContext, onFollowUp } = useScreenActions();
  const last = turns.at(-1);
  const broadcastKey = last?.broadcastKey;
  const messageId = last?.reply?.messageId;
  const question = last?.question ?? '';
  const done = turns.findLast(
    ({ reply }) => reply && !isOpen(reply) && (visibleText(reply) !== '' || isMade(reply)),
  )?.reply;
  const doneId = done?.messageId;
  const broadcastId = done?.broadcastId;
  const isPinned = done?.isPinned === true;
  const pin = usePin();
  const text = done && visibleText(done);
  const isText = done !== undefined && !isMade(done);

  const stop = useCallback(() => {
    if (broadcastKey !== undefined) follower.stop(broadcastKey, [name]).catch(console.error);
  }, [follower, broadcastKey, name]);
  const askAgain = useCallback(() => {
    if (messageId !== undefined) void follower.retry({ aiService: name, messageId, message: question });
  }, [follower, messageId, name, question]);
  const copy = useMemo(() => (!text ? undefined : () => navigator.clipboard.writeText(text)), [text]);
  const compare = useMemo(
    () => (doneId === undefined || !isText ? undefined : () => onCompare(doneId)),
    [doneId, isText, onCompare],
  );
  const canAskAgain = messageId !== undefined && broadcastKey === undefined;
  const more = useMemo(
    () => [
      { label: 'Follow up here only', icon: MessageSquareReply, onChoose: () => onFollowUp(name) },
      ...(doneId === undefined
        ? []
        : [{ label: 'Show what was sent', icon: ScrollText, onChoose: () => onContext(name, doneId) }]),
      ...(doneId === undefined || broadcastId === undefined
        ? []
        : [
            isPinned
              ? { label: 'Unpin', icon: PinOff, onChoose: () => pin(broadcastId, null) }
              : { label: 'Pin as best reply', icon: Pin, onChoose: () => pin(broadcastId, doneId) },
          ]),
      ...(canAskAgain ? [{ label: 'Ask again', icon: RotateCw, onChoose: askAgain }] : []),
    ],
    [name, onFollowUp, onContext, pin, doneId, broadcastId, isPinned, canAskAgain, askAgain],
  );
  return useMemo(
    () => ({
      copy,
      compare,
      stop: broadcastKey === undefined ? undefined : stop,
      askAgain: messageId === undefined ? undefined : askAgain,
      more,
    }),
    [copy, compare, broadcastKey, stop, messageId, askAgain, more],
  );
}
