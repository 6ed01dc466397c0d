import { useCallback } from 'react';
import { useBroadcasts } from '../../broadcasts/broadcasts.js';
import type { PanelReplies } from './panel-replies.rules.js';

/** Stops the reply that is coming; undefined while none is. */
export function useStopReply({ aiService, last }: PanelReplies): (() => void) | undefined {
  const follower = useBroadcasts();
  const broadcastKey = last?.broadcastKey;
  const stop = useCallback(() => {
    if (broadcastKey !== undefined) void follower.stop(broadcastKey, [aiService]);
  }, [follower, broadcastKey, aiService]);
  return broadcastKey === undefined ? undefined : stop;
}
