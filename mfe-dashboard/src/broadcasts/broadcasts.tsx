import type { Conversation } from '@polylogue/api-contract';
import { toast, type ToastContent } from '@polylogue/web-kit';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { refreshConversations } from '../dashboard.api.js';
import { BroadcastStore, type LiveTurn } from './broadcast-store.state.js';
import type { Broadcast } from './broadcast.state.js';
import { BroadcastFollower } from './follow-broadcasts.api.js';
import { openBroadcastsOf } from './open-broadcasts.rules.js';
import { paintSchedule } from './paint-schedule.js';
import { isOpen, isWaiting } from './reply.rules.js';
import {
  failureToast,
  fileFailureToast,
  fileOutcomeToast,
  outcomeToast,
  stopFailureToast,
} from './send-outcome.rules.js';

// One per page, not per visit of this screen: replies go on arriving while the user looks at History.
const followers = new WeakMap<QueryClient, BroadcastFollower>();

function followerOf(client: QueryClient): BroadcastFollower {
  const known = followers.get(client);
  if (known) return known;
  const follower = new BroadcastFollower(new BroadcastStore(paintSchedule(document)), {
    onDone: ({ kind }, results) => {
      const message =
        kind === 'retry' ? undefined : kind === 'file' ? fileOutcomeToast(results) : outcomeToast(results);
      if (message) toast(message);
      void refreshConversations(client);
    },
    onFailed: ({ kind, broadcastId }, fault) => {
      if (broadcastId === undefined) toast(failureOf(kind, fault));
      void refreshConversations(client);
    },
    onStopFailed: (broadcast, fault) =>
      void toast(stopFailureToast(broadcast?.replies.some(isWaiting) ?? false, fault)),
  });
  followers.set(client, follower);
  return follower;
}

function failureOf(kind: Broadcast['kind'], fault: unknown): ToastContent {
  if (kind === 'file') return fileFailureToast(fault);
  return kind === 'send' ? failureToast(fault) : { ...failureToast(fault), title: 'Failed to ask again' };
}

const Follower = createContext<BroadcastFollower | undefined>(undefined);

export function BroadcastsProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  return <Follower.Provider value={followerOf(client)}>{children}</Follower.Provider>;
}

export function useBroadcasts(): BroadcastFollower {
  const follower = useContext(Follower);
  if (!follower) throw new Error('useBroadcasts needs a BroadcastsProvider around it.');
  return follower;
}

/** What streams for one service; the text of a reply may be behind what {@link useGrowingText} answers. */
export function useLiveTurns(aiService: string): readonly LiveTurn[] {
  const { store } = useBroadcasts();
  const subscribe = useCallback((listener: () => void) => store.subscribe(aiService, listener), [store, aiService]);
  return useSyncExternalStore(subscribe, () => store.turnsOf(aiService));
}

/** The text of a reply as it grows, while `broadcastKey` names what it streams in. */
export function useGrowingText(aiService: string, broadcastKey: string | undefined): string | undefined {
  const { store } = useBroadcasts();
  const subscribe = useCallback(
    (listener: () => void) => store.subscribeToText(aiService, listener),
    [store, aiService],
  );
  return useSyncExternalStore(subscribe, () =>
    broadcastKey === undefined ? undefined : store.textOf(broadcastKey, aiService),
  );
}

export function useIsProcessing(aiService: string): boolean {
  const { store } = useBroadcasts();
  const subscribe = useCallback((listener: () => void) => store.subscribe(aiService, listener), [store, aiService]);
  return useSyncExternalStore(subscribe, () => store.turnsOf(aiService).some(({ reply }) => isOpen(reply)));
}

export function useBroadcastList(): readonly Broadcast[] {
  const { store } = useBroadcasts();
  return useSyncExternalStore(store.subscribeToAll, () => store.list());
}

/**
 * Resumes what the stored conversations show as open, and forgets what had ended when they were read: what is not among them has
 * left the dashboard.
 */
export function useResume(conversations: readonly Conversation[] | undefined, readAt: number): void {
  const follower = useBroadcasts();
  useEffect(() => {
    for (const broadcast of openBroadcastsOf(conversations ?? [])) void follower.resume(broadcast);
    for (const { key, endedAt = Infinity } of follower.store.list()) if (endedAt < readAt) follower.store.forget(key);
  }, [follower, conversations, readAt]);
}
