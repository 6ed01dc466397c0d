import type { AiService, Conversation } from '@polylogue/api-contract';
import { lazy } from 'react';
import { useBroadcastList, useBroadcasts } from '../broadcasts/broadcasts.js';
import { knownReplies } from './known-replies.rules.js';

const CompareDrawer = lazy(() => import('../compare/compare-drawer.js'));

/** Which drawer is open, and on what. */
export type OpenDrawer = { shows: 'compare'; messageId: string };

interface DashboardDrawerProps {
  drawer: OpenDrawer;
  services: readonly AiService[];
  conversations: readonly Conversation[] | undefined;
  onClose: () => void;
}

/** The drawer that is open, with the replies there are now. */
export function DashboardDrawer({ drawer, services, conversations, onClose }: DashboardDrawerProps) {
  const { store } = useBroadcasts();
  // Replies that end while the drawer is open can be chosen in it.
  useBroadcastList();
  const replies = knownReplies(services, conversations, (name) => store.turnsOf(name));
  return <CompareDrawer key={drawer.messageId} replies={replies} first={drawer.messageId} onClose={onClose} />;
}
