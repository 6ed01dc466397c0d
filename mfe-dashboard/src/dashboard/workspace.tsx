import type { AiService, AnswerSettings, FoundConversation } from '@polylogue/api-contract';
import {
  lazy,
  Suspense,
  useCallback,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type Dispatch,
  type ReactNode,
  type Ref,
} from 'react';
import { Compose } from '../compose/compose.js';
import { useCompose, type Compose as ComposeState, type ComposeAction } from '../compose/compose.state.js';
import { useFold, type Fold } from '../compose/fold.state.js';
import { useComparisonSettings } from '../comparison-settings/comparison-settings.api.js';
import { Hints } from '../controls/hints.js';
import { useToastsAbove } from '../controls/toasts-above.js';
import { Drawers, type OpenDrawer } from '../drawers/drawers.js';
import { latestReplies, newestRound, type FinishedReply } from '../drawers/finished-replies.rules.js';
import { minResponses } from '../drawers/summary/summary.rules.js';
import { useGridLayout } from '../panels/grid-layout.state.js';
import { useMaximised } from '../panels/maximised.state.js';
import { Panels } from '../panels/panels.js';
import { ScreenActionsProvider, type ScreenActions } from '../panels/screen-actions.js';
import { SessionActions } from '../session-actions/session-actions.js';
import { Announcer } from './announcer.js';
import { DashboardControls } from './dashboard-controls.js';
import { useDashboardPanels } from './dashboard-panels.state.js';
import styles from './dashboard.module.css';
import { useShortcuts } from './shortcuts.js';

const BlindBar = lazy(() => import('../blind/blind-bar.js'));
const ShortcutSheet = lazy(() => import('./shortcut-sheet.js'));

const noConversations: readonly FoundConversation[] = [];

/** Where the vote on a blind round stands, and afterwards who was who. */
function BlindPlace({ isBlind, conversations }: Pick<WorkspaceProps, 'isBlind' | 'conversations'>) {
  const [wasBlind, setWasBlind] = useState(isBlind);
  const place = useRef<HTMLDivElement>(null);
  useToastsAbove(place, 'bar');
  if (isBlind && !wasBlind) setWasBlind(true);
  return (
    <div ref={place} className={styles.bar}>
      {(isBlind || wasBlind) && (
        <Suspense>
          <BlindBar conversations={conversations ?? noConversations} />
        </Suspense>
      )}
    </div>
  );
}

interface WorkspaceProps {
  services: readonly AiService[];
  /** Whether these services are those of a blind round. */
  isBlind: boolean;
  conversations: readonly FoundConversation[] | undefined;
  /** What is said above the panels. */
  notice: ReactNode;
}

/** The dashboard once its services are known: what its parts share, and the parts. */
export function Workspace({ services, isBlind, conversations, notice }: WorkspaceProps) {
  const { compose, dispatch, shown } = useCompose(services);
  const [layout, setLayout] = useGridLayout();
  const onDashboard = { services, isBlind, conversations };
  const { all, panels, names, shared, replies } = useDashboardPanels(onDashboard, shown, compose.category);
  const fold = useFold();
  const [textArea, focusMessage] = useMessageBox(fold);
  const { opened, onMaximise, setSheetOpen, setDrawer, closeDrawer, reveal } = useOpened(panels, names, focusMessage);
  const actions = useActions(setDrawer, dispatch, focusMessage);
  const answering = useAnswering(compose, dispatch, conversations);
  return (
    <div className={`pl-wide ${styles.dashboard}`} data-dashboard>
      <h1 className="pl-only-read">Dashboard</h1>
      <DashboardControls
        count={services.filter(({ variantOf }) => variantOf === undefined).length}
        layout={layout}
        onLayout={setLayout}
        onShortcuts={() => setSheetOpen(true)}
      />
      {notice}
      <ScreenActionsProvider value={actions}>
        <Panels
          services={panels}
          accents={shared.accents}
          conversations={conversations}
          layout={layout}
          maximised={opened.maximised}
          onMaximise={onMaximise}
        />
      </ScreenActionsProvider>
      <BlindPlace isBlind={isBlind} conversations={conversations} />
      <Dock
        {...shared}
        isBlind={isBlind}
        compose={compose}
        answering={answering}
        dispatch={dispatch}
        fold={fold}
        shown={names}
        conversations={conversations}
        replies={replies}
        textArea={textArea}
        openDrawer={setDrawer}
      />
      <Announcer services={all} />
      <Drawers
        {...shared}
        all={all}
        drawer={opened.drawer}
        answering={answering}
        selected={compose.selected}
        replies={replies}
        onReveal={reveal}
        onClose={closeDrawer}
      />
      <Hints />
      <Suspense>{opened.sheet && <ShortcutSheet onClose={() => setSheetOpen(false)} />}</Suspense>
    </div>
  );
}

function useAnswering(
  { selected, isBlind = false, settings }: ComposeState,
  dispatch: Dispatch<ComposeAction>,
  conversations: readonly FoundConversation[] | undefined,
) {
  const onDraft = useCallback(
    (wanted: AnswerSettings | undefined) => dispatch({ do: 'settings', settings: wanted }),
    [dispatch],
  );
  return useComparisonSettings({ selected, isOwn: isBlind, conversations, draft: settings, onDraft });
}

function useMessageBox({ unfold }: Pick<Fold, 'unfold'>) {
  const textArea = useRef<HTMLTextAreaElement>(null);
  const focus = useCallback(() => {
    // To write, one needs the whole dock.
    unfold();
    textArea.current?.focus();
  }, [unfold]);
  return [textArea, focus] as const;
}

/** What is open: the panel that fills the screen, the drawer, the sheet of shortcuts. */
function useOpened(panels: readonly AiService[], names: readonly string[], focusMessage: () => void) {
  const [maximised, onMaximise] = useMaximised(panels);
  const [drawer, setDrawer, closeDrawer] = useDrawer();
  const onCloseDrawer = drawer && closeDrawer;
  const [sheet, setSheetOpen] = useShortcuts({ names, maximised, onMaximise, onCompose: focusMessage, onCloseDrawer });
  const reveal = (name: string) => name !== maximised && onMaximise(undefined);
  return { opened: { maximised, drawer, sheet }, onMaximise, setSheetOpen, setDrawer, closeDrawer, reveal };
}

function useDrawer() {
  const [drawer, setDrawer] = useState<OpenDrawer>();
  const close = useCallback(() => setDrawer(undefined), []);
  return [drawer, setDrawer, close] as const;
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

interface DockProps extends Pick<
  ComponentProps<typeof Compose>,
  'services' | 'accents' | 'compose' | 'answering' | 'dispatch' | 'fold'
> {
  isBlind: boolean;
  shown: readonly string[];
  conversations: readonly FoundConversation[] | undefined;
  replies: readonly FinishedReply[];
  textArea: Ref<HTMLTextAreaElement>;
  openDrawer: ScreenActions['openDrawer'];
}

function Dock({ shown, isBlind, conversations, replies, openDrawer, ...props }: DockProps) {
  const hasRound = useMemo(() => newestRound(replies).length > 0, [replies]);
  const showSettings = useCallback(() => openDrawer({ shows: 'presets' }), [openDrawer]);
  return (
    <Compose
      {...props}
      onSettings={showSettings}
      hasExamples={conversations?.length === 0}
      tools={
        <SessionActions
          shown={shown}
          isFiltered={props.compose.category !== 'all'}
          hasConversations={(conversations?.length ?? 0) > 0}
          // Both would reveal which service is which.
          canSummarize={!isBlind && latestReplies(replies).length >= minResponses}
          onSummarize={() => openDrawer({ shows: 'summary' })}
          canMap={!isBlind && hasRound}
          onAgreement={() => openDrawer({ shows: 'agreement' })}
          onPresets={showSettings}
        />
      }
    />
  );
}
