import { requestOf, useSendAffordable } from '@polylogue/web-kit/estimate';
import { RotateCw } from 'lucide-react';
import { useCallback } from 'react';
import { useBroadcasts } from '../../broadcasts/broadcasts.js';
import { contentOf } from '../../compose/attachment.rules.js';
import { MenuItem } from '../../controls/more-menu.js';
import type { ActionProps, PanelReplies } from './panel-replies.rules.js';

/** Asks for the newest reply again; undefined before there is one, and of a service that is no longer offered. */
export function useAskAgain({ aiService, isFormer, last }: PanelReplies): (() => void) | undefined {
  const follower = useBroadcasts();
  const sendAffordable = useSendAffordable();
  const messageId = last?.reply?.messageId;
  const message = last?.question ?? '';
  const files = last?.files;
  const askAgain = useCallback(() => {
    if (messageId === undefined) return;
    sendAffordable(
      requestOf(message, [aiService], { files: contentOf(files ?? []) }),
      () => void follower.retry({ aiService, messageId, message }),
    );
  }, [follower, sendAffordable, aiService, messageId, message, files]);
  return messageId === undefined || isFormer ? undefined : askAgain;
}

/** Also for a reply that came, unless it is still coming. */
export function AskAgain({ replies }: ActionProps) {
  const askAgain = useAskAgain(replies);
  if (!askAgain || replies.last?.broadcastKey !== undefined) return null;
  return <MenuItem label="Ask again" icon={RotateCw} onChoose={askAgain} />;
}
