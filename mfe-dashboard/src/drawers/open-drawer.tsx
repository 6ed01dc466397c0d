import type { AiService } from '@polylogue/api-contract';
import type { Accent } from '@polylogue/web-kit';
import { lazy } from 'react';
import type { KnownReply } from './finished-replies.rules.js';

const CompareDrawer = lazy(() => import('./compare/compare-drawer.js'));
const ContextDrawer = lazy(() => import('./context/context-drawer.js'));
const SummaryDrawer = lazy(() => import('./summary/summary-drawer.js'));

/** Which drawer is open, and on what. */
export type OpenDrawer =
  | { shows: 'compare'; messageId: string }
  | { shows: 'context'; aiService: string; messageId: string }
  | { shows: 'summary' };

interface DashboardDrawerProps {
  drawer: OpenDrawer;
  services: readonly AiService[];
  accents: ReadonlyMap<string, Accent>;
  /** Of all services shown, newest first. */
  replies: readonly KnownReply[];
  latest: readonly KnownReply[];
  onClose: () => void;
}

/** The drawer that is open, with the replies there are now. */
export function DashboardDrawer({ drawer, services, accents, replies, latest, onClose }: DashboardDrawerProps) {
  switch (drawer.shows) {
    case 'compare':
      return <CompareDrawer key={drawer.messageId} replies={replies} first={drawer.messageId} onClose={onClose} />;
    case 'context': {
      const { aiService, messageId } = drawer;
      const own = replies.filter((reply) => reply.aiService === aiService);
      const displayName = services.find(({ name }) => name === aiService)?.displayName ?? aiService;
      return (
        <ContextDrawer key={messageId} replies={own} displayName={displayName} onClose={onClose} first={messageId} />
      );
    }
    case 'summary':
      return <SummaryDrawer replies={latest} services={services} accents={accents} onClose={onClose} />;
  }
}
