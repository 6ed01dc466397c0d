import type { AiService, Conversation } from '@polylogue/api-contract';
import { accentsOf } from '@polylogue/web-kit';
import { useCallback, useMemo, useRef, useState, type ComponentProps, type Dispatch, type Ref } from 'react';
import { Compose } from '../compose/compose.js';
import { useCompose, type ComposeAction } from '../compose/compose.state.js';
import { Hints } from '../controls/hints.js';
import { Drawers, type OpenDrawer } from '../drawers/drawers.js';
import { latestReplies, newestRound, type FinishedReply } from '../drawers/finished-replies.rules.js';
import { useFinishedReplies } from '../drawers/finished-replies.state.js';
import { minResponses } from '../drawers/summary/summary.rules.js';
import { useGridLayout } from '../panels/grid-layout.state.js';
import { useMaximised } from '../panels/maximised.state.js';
import { Panels } from '../panels/panels.js';
import { ScreenActionsProvider, type ScreenActions } from '../panels/screen-actions.js';
import { SessionActions } from '../session-actions/session-actions.js';
import { Announcer } from './announcer.js';
import { DashboardControls } from './dashboard-controls.js';
import styles from './dashboard.module.css';
import { ShortcutSheet } from './shortcut-sheet.js';
import { useShortcuts } from './shortcuts.js';

interface WorkspaceProps {
  services: readonly AiService[];
  conversations: readonly Conversation[] | undefined;
}

/** The dashboard once its services are known: what its parts share, and the parts. */
export function Workspace({ services, conversations }: WorkspaceProps) {
  const { compose, dispatch, shown } = useCompose(services);
  const [layout, setLayout] = useGridLayout();
  const [maximised, setMaximised] = useMaximised(shown);
  const reveal = (name: string) => name !== maximised && setMaximised(undefined);
  const [drawer, setDrawer] = useState<OpenDrawer>();
  const closeDrawer = useCallback(() => setDrawer(undefined), []);
  const textArea = useRef<HTMLTextAreaElement>(null);
  const focusMessage = useCallback(() => textArea.current?.focus(), []);
  const accents = useMemo(() => accentsOf(services), [services]);
  const replies = useFinishedReplies(shown, conversations);
  const names = shown.map(({ name }) => name);
  const [isSheetOpen, setSheetOpen] = useShortcuts({
    names,
    maximised,
    onMaximise: setMaximised,
    onCompose: focusMessage,
    onCloseDrawer: drawer && closeDrawer,
  });
  const actions = useActions(setDrawer, dispatch, focusMessage);
  const shared = { services, accents };
  return (
    <div className={`pl-wide ${styles.dashboard}`}>
      <h1 className="pl-only-read">Dashboard</h1>
      <DashboardControls
        count={services.filter(({ variantOf }) => variantOf === undefined).length}
        layout={layout}
        onLayout={setLayout}
        onShortcuts={() => setSheetOpen(true)}
      />
      <ScreenActionsProvider value={actions}>
        <Panels
          services={shown}
          accents={accents}
          conversations={conversations}
          layout={layout}
          maximised={maximised}
          onMaximise={setMaximised}
        />
      </ScreenActionsProvider>
      <Dock
        {...shared}
        compose={compose}
        dispatch={dispatch}
        shown={names}
        conversations={conversations}
        replies={replies}
        textArea={textArea}
        openDrawer={setDrawer}
      />
      <Announcer services={services} />
      <Drawers {...shared} drawer={drawer} replies={replies} onReveal={reveal} onClose={closeDrawer} />
      <Hints />
      {isSheetOpen && <ShortcutSheet onClose={() => setSheetOpen(false)} />}
    </div>
  );
}

function useActions(
  openDrawer: ScreenActions['openDrawer'],
  dispatch: Dispatch<ComposeAction>,
  focusMessage: () => void,
): ScreenActions {
  return useMemo(() => {
    const followUp = (name: string) => {
      dispatch({ do: 'only', name });
      focusMessage();
    };
    return { openDrawer, followUp };
  }, [openDrawer, dispatch, focusMessage]);
}

interface DockProps extends Pick<ComponentProps<typeof Compose>, 'services' | 'accents' | 'compose' | 'dispatch'> {
  shown: readonly string[];
  conversations: readonly Conversation[] | undefined;
  replies: readonly FinishedReply[];
  textArea: Ref<HTMLTextAreaElement>;
  openDrawer: ScreenActions['openDrawer'];
}

function Dock({ shown, conversations, replies, openDrawer, ...props }: DockProps) {
  const hasRound = useMemo(() => newestRound(replies).length > 0, [replies]);
  return (
    <Compose
      {...props}
      hasExamples={conversations?.length === 0}
      tools={
        <SessionActions
          shown={shown}
          isFiltered={props.compose.category !== 'all'}
          hasConversations={(conversations?.length ?? 0) > 0}
          canSummarize={latestReplies(replies).length >= minResponses}
          onSummarize={() => openDrawer({ shows: 'summary' })}
          canMap={hasRound}
          onAgreement={() => openDrawer({ shows: 'agreement' })}
          onPresets={() => openDrawer({ shows: 'presets' })}
        />
      }
    />
  );
}
