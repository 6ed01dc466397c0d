import type { AiService } from '@polylogue/api-contract';
import type { Accent } from '@polylogue/web-kit';
import { lazy, Suspense } from 'react';
import type { ComparisonSettings } from '../comparison-settings/comparison-settings.api.js';
import { latestReplies, newestRound, type FinishedReply } from './finished-replies.rules.js';

const AgreementDrawer = lazy(() => import('./agreement/agreement-drawer.js'));
const CompareDrawer = lazy(() => import('./compare/compare-drawer.js'));
const ContextDrawer = lazy(() => import('./context/context-drawer.js'));
const PresetsDrawer = lazy(() => import('./presets/presets-drawer.js'));
const ReplayDrawer = lazy(() => import('./replay/replay-drawer.js'));
const SourcesDrawer = lazy(() => import('./sources/sources-drawer.js'));
const SummaryDrawer = lazy(() => import('./summary/summary-drawer.js'));

/** Which drawer is open, and on what. */
export type OpenDrawer =
  | { shows: 'agreement' }
  | { shows: 'compare'; messageId: string }
  | { shows: 'context'; aiService: string; messageId: string }
  | { shows: 'presets' }
  | { shows: 'replay'; broadcastId: string }
  | { shows: 'sources'; messageId: string }
  | { shows: 'summary' };

interface DrawersProps {
  drawer: OpenDrawer | undefined;
  /** On offer. */
  services: readonly AiService[];
  /** The same, with those that have a panel and are not on offer. */
  all: readonly AiService[];
  accents: ReadonlyMap<string, Accent>;
  /** How services answer in the comparison on the dashboard, and to which the next message goes. */
  answering: ComparisonSettings;
  selected: readonly string[];
  /** Of all services shown, newest first. */
  replies: readonly FinishedReply[];
  /** Has the panel of a service in sight. */
  onReveal: (aiService: string) => void;
  onClose: () => void;
}

/** The drawer that is open, if one is; its code comes when it is opened first. */
export const Drawers = ({ drawer, ...props }: DrawersProps) => (
  <Suspense>{drawer && contentOf(drawer, props)}</Suspense>
);

function contentOf(drawer: OpenDrawer, props: Omit<DrawersProps, 'drawer'>) {
  const { services, all, accents, answering, selected, replies, onClose } = props;
  switch (drawer.shows) {
    case 'agreement':
      return <AgreementDrawer {...props} replies={newestRound(replies)} />;
    case 'compare':
      return <CompareDrawer key={drawer.messageId} replies={replies} first={drawer.messageId} onClose={onClose} />;
    case 'context': {
      const { aiService, messageId } = drawer;
      const own = replies.filter((reply) => reply.aiService === aiService);
      const displayName = all.find(({ name }) => name === aiService)?.displayName ?? aiService;
      return (
        <ContextDrawer key={messageId} replies={own} displayName={displayName} onClose={onClose} first={messageId} />
      );
    }
    case 'replay': {
      const { broadcastId } = drawer;
      const round = replies.filter((reply) => reply.broadcastId === broadcastId);
      return (
        <ReplayDrawer
          key={broadcastId}
          broadcastId={broadcastId}
          round={round}
          services={all}
          accents={accents}
          onClose={onClose}
        />
      );
    }
    case 'sources': {
      const { messageId } = drawer;
      return <SourcesDrawer messageId={messageId} replies={replies} accents={accents} onClose={onClose} />;
    }
    case 'summary':
      return (
        <SummaryDrawer
          replies={latestReplies(replies)}
          services={services.filter(({ variantOf }) => variantOf === undefined)}
          accents={accents}
          onClose={onClose}
        />
      );
    case 'presets':
      return <PresetsDrawer services={services} answering={answering} selected={selected} onClose={onClose} />;
  }
}
