import { accentsOf, EmptyState, NoticeCard } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { Suspense, useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { AiService } from '@polylogue/api-contract';
import { BroadcastsProvider, useBroadcasts, useResume } from '../broadcasts/broadcasts.js';
import { inCategory } from '../compose/categories.rules.js';
import { Compose } from '../compose/compose.js';
import { DockTools } from '../session-actions/session-actions.js';
import { afterCompose, firstCompose } from '../compose/compose.state.js';
import { Panels } from '../panels/panels.js';
import { ScreenActionsProvider, type ScreenActions } from '../panels/screen-actions.js';
import { Announcer } from './announcer.js';
import { DashboardControls } from './dashboard-controls.js';
import { useAiServices, useConversations, useDashboardHints } from '../dashboard.api.js';
import { DashboardDrawer, type OpenDrawer } from '../drawers/open-drawer.js';
import styles from './dashboard.module.css';
import { Hints } from '../controls/hints.js';
import { useKnownReplies } from '../drawers/finished-replies.state.js';
import { latestReplies } from '../drawers/finished-replies.rules.js';
import { useGridLayout } from '../panels/grid-layout.state.js';
import { LoadingPanels } from './loading-panels.js';
import { ShortcutSheet } from './shortcut-sheet.js';
import { useShortcuts } from './shortcuts.js';

export default function Dashboard() {
  return (
    <BroadcastsProvider>
      <DashboardScreen />
    </BroadcastsProvider>
  );
}

function DashboardScreen() {
  const services = useAiServices();
  const conversations = useConversations();
  const follower = useBroadcasts();
  useResume(conversations.data);
  useDashboardHints((broadcastId) => follower.store.has(broadcastId));
  if (services.isPending) return <LoadingPanels />;
  if (!services.data) {
    const again = <Button onClick={() => void services.refetch()}>Retry</Button>;
    const text = 'The list of AI services could not be read. Nothing is lost.';
    return (
      <div className={styles.alone}>{<NoticeCard role="alert" title="No answer" text={text} action={again} />}</div>
    );
  }
  if (services.data.length === 0) {
    const help = 'An administrator adds them in Settings, or names them in AI_SERVICES_FILE.';
    return <div className={styles.alone}>{<EmptyState title="No AI services yet" help={help} />}</div>;
  }
  return <Workspace services={services.data} conversations={conversations.data} />;
}

interface WorkspaceProps {
  services: readonly AiService[];
  conversations: ReturnType<typeof useConversations>['data'];
}

function Workspace({ services, conversations }: WorkspaceProps) {
  const follower = useBroadcasts();
  const [compose, dispatch] = useReducer(afterCompose, afterCompose(firstCompose, { do: 'services', services }));
  useEffect(() => dispatch({ do: 'services', services }), [services]);
  const [layout, setLayout] = useGridLayout();
  const [maximised, setMaximised] = useState<string>();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const textArea = useRef<HTMLTextAreaElement>(null);
  const accents = useMemo(() => accentsOf(services), [services]);
  const shown = useMemo(() => inCategory(services, compose.category), [services, compose.category]);
  const [drawer, setDrawer] = useState<OpenDrawer>();
  const closeDrawer = useCallback(() => setDrawer(undefined), []);
  const actions = useMemo<ScreenActions>(
    () => ({
      onCompare: (messageId) => setDrawer({ shows: 'compare', messageId }),
      onContext: (aiService, messageId) => setDrawer({ shows: 'context', aiService, messageId }),
      onFollowUp: (name) => {
        dispatch({ do: 'only', name });
        textArea.current?.focus();
      },
    }),
    [],
  );
  const replies = useKnownReplies(shown, conversations);
  const latest = useMemo(() => latestReplies(replies), [replies]);
  const isShown = shown.some(({ name }) => name === maximised);

  useShortcuts({
    names: shown.map(({ name }) => name),
    maximised: isShown ? maximised : undefined,
    onMaximise: setMaximised,
    onCompose: () => textArea.current?.focus(),
    onSheet: () => setSheetOpen(true),
    isDrawerOpen: drawer !== undefined,
    onCloseDrawer: closeDrawer,
    onStopAll: () => void follower.stopAll().catch(console.error),
  });

  return (
    <div className={`pl-wide ${styles.dashboard}`}>
      <h1 className="pl-only-read">Dashboard</h1>
      <DashboardControls
        count={services.length}
        layout={layout}
        onLayout={setLayout}
        onShortcuts={() => setSheetOpen(true)}
      />
      <ScreenActionsProvider value={actions}>
        <Panels
          services={shown}
          conversations={conversations}
          accents={accents}
          layout={layout}
          maximised={isShown ? maximised : undefined}
          onMaximise={setMaximised}
        />
      </ScreenActionsProvider>
      <Compose
        services={services}
        accents={accents}
        compose={compose}
        dispatch={dispatch}
        textArea={textArea}
        hasExamples={conversations?.length === 0}
        tools={
          <DockTools
            answered={latest.length}
            hasConversations={(conversations?.length ?? 0) > 0}
            isFiltered={compose.category !== 'all'}
            shown={shown.map(({ name }) => name)}
            onSummarize={() => setDrawer({ shows: 'summary' })}
          />
        }
      />
      <Announcer services={services} />
      <Suspense>
        {drawer && (
          <DashboardDrawer
            drawer={drawer}
            services={services}
            accents={accents}
            replies={replies}
            latest={latest}
            onClose={closeDrawer}
          />
        )}
      </Suspense>
      <Hints />
      {isSheetOpen && <ShortcutSheet onClose={() => setSheetOpen(false)} />}
    </div>
  );
}
