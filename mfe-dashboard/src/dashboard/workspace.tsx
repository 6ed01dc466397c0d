import type { AiService, Conversation } from '@polylogue/api-contract';
import { accentsOf } from '@polylogue/web-kit';
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
import { blindAccent } from '../blind/blind.rules.js';
import { Compose } from '../compose/compose.js';
import { useCompose, type ComposeAction } from '../compose/compose.state.js';
import { useFold, type Fold } from '../compose/fold.state.js';
import { Hints } from '../controls/hints.js';
import { useToastsAbove } from '../controls/toasts-above.js';
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

const BlindBar = lazy(() => import('../blind/blind-bar.js'));

const noConversations: readonly Conversation[] = [];
const blindAccents = (services: readonly AiService[]) => new Map(services.map(({ name }) => [name, blindAccent]));

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
  conversations: readonly Conversation[] | undefined;
  /** What is said above the panels. */
  notice: ReactNode;
}

/** The dashboard once its services are known: what its parts share, and the parts. */
export function Workspace({ services, isBlind, conversations, notice }: WorkspaceProps) {
  const { compose, dispatch, shown } = useCompose(services);
  const [layout, setLayout] = useGridLayout();
  const [maximised, setMaximised] = useMaximised(shown);
  const reveal = (name: string) => name !== maximised && setMaximised(undefined);
  const [drawer, setDrawer, closeDrawer] = useDrawer();
  const fold = useFold();
  const [textArea, focusMessage] = useMessageBox(fold);
  const accents = useMemo(() => (isBlind ? blindAccents(services) : accentsOf(services)), [services, isBlind]);
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
          services={shown}
          accents={accents}
          conversations={conversations}
          layout={layout}
          maximised={maximised}
          onMaximise={setMaximised}
        />
      </ScreenActionsProvider>
      <BlindPlace isBlind={isBlind} conversations={conversations} />
      <Dock
        {...shared}
        isBlind={isBlind}
        compose={compose}
        dispatch={dispatch}
        fold={fold}
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

function useMessageBox({ unfold }: Pick<Fold, 'unfold'>) {
  const textArea = useRef<HTMLTextAreaElement>(null);
  const focus = useCallback(() => {
    // To write, one needs the whole dock.
    unfold();
    textArea.current?.focus();
  }, [unfold]);
  return [textArea, focus] as const;
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
  'services' | 'accents' | 'compose' | 'dispatch' | 'fold'
> {
  isBlind: boolean;
  shown: readonly string[];
  conversations: readonly Conversation[] | undefined;
  replies: readonly FinishedReply[];
  textArea: Ref<HTMLTextAreaElement>;
  openDrawer: ScreenActions['openDrawer'];
}

function Dock({ shown, isBlind, conversations, replies, openDrawer, ...props }: DockProps) {
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
          // Both would reveal which service is which.
          canSummarize={!isBlind && latestReplies(replies).length >= minResponses}
          onSummarize={() => openDrawer({ shows: 'summary' })}
          canMap={!isBlind && hasRound}
          onAgreement={() => openDrawer({ shows: 'agreement' })}
          onPresets={() => openDrawer({ shows: 'presets' })}
        />
      }
    />
  );
}
