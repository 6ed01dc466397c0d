import type { AiService, Conversation } from '@polylogue/api-contract';
import { useMemo } from 'react';
import { useBroadcastList, useBroadcasts } from '../broadcasts/broadcasts.js';
import { finishedReplies, type FinishedReply } from './finished-replies.rules.js';

/** The replies that have ended, kept up as others end; a token that arrives changes nothing here. */
export function useFinishedReplies(
  services: readonly AiService[],
  conversations: readonly Conversation[] | undefined,
): readonly FinishedReply[] {
  const { store } = useBroadcasts();
  const list = useBroadcastList();
  return useMemo(
    () => finishedReplies(services, conversations, (name) => store.turnsOf(name)),
    // oxlint-disable-next-line react/exhaustive-deps -- the list says when what the store answers has changed
    [services, conversations, store, list],
  );
}
