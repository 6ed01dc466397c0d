import type { AiService, AnswerSettings } from '@polylogue/api-contract';
import { accentStyle, type Accent } from '@polylogue/web-kit';
import { EstimateLine, requestOf } from '@polylogue/web-kit/estimate';
import { ChevronDown, ChevronUp } from 'lucide-react';
import {
  lazy,
  memo,
  startTransition,
  Suspense,
  useCallback,
  useMemo,
  useRef,
  useState,
  type Dispatch,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { useBroadcasts } from '../broadcasts/broadcasts.js';
import { flushSync } from 'react-dom';
import { LateBeforeSending } from '../comparison-settings/late-before-sending.js';
import type { ComparisonSettings } from '../comparison-settings/comparison-settings.api.js';
import { plannedOf } from '../comparison-settings/comparison-settings.rules.js';
import { useToastsAbove } from '../controls/toasts-above.js';
import { useChosenPrompt, type ChosenPrompt, type ChosenPromptState } from '../prompts/chosen-prompt.state.js';
import { contentOf, isPicture } from './attachment.rules.js';
import { useAttachments } from './attachment.state.js';
import { categoryLabels } from './categories.rules.js';
import { ComposeHead } from './compose-head.js';
import styles from './compose.module.css';
import type { Compose as ComposeState, ComposeAction } from './compose.state.js';
import { useDraft } from './draft.state.js';
import type { Fold } from './fold.state.js';
import { MessageBox } from './message-box.js';
import { useQueue, useReturned } from './queue.state.js';
import { modeLabels } from './send.rules.js';
import { usePending, useSend } from './sending.state.js';
import { ServiceTiles } from './service-tiles.js';
import { useStable } from './use-stable.js';

const PromptLibrary = lazy(() => import('../prompts/prompt-library.js'));

interface ComposeProps {
  services: readonly AiService[];
  accents: ReadonlyMap<string, Accent>;
  compose: ComposeState;
  /** How services answer in the comparison that the message goes into. */
  answering: ComparisonSettings;
  onSettings: () => void;
  dispatch: Dispatch<ComposeAction>;
  fold: Fold;
  textArea: Ref<HTMLTextAreaElement>;
  hasExamples: boolean;
  tools: ReactNode;
}

/** The dock: who gets the message, and the message. A letter that is typed renders the box alone. */
export function Compose(props: ComposeProps) {
  const { services, accents, compose, answering, dispatch, fold, textArea, hasExamples, tools } = props;
  const follower = useBroadcasts();
  const pending = usePending();
  const draft = useDraft();
  const attached = useAttachments();
  const dock = useRef<HTMLElement>(null);
  const { isRow, isOpen, toggle, foldUp, close } = useRow(dock, fold, attached.files.length > 0);
  useToastsAbove(dock, 'dock');

  const chosen = useChosenPrompt(draft[0]);
  const write = (text: string) => {
    draft[1](text);
    // The letter comes first: all panels make room for the whole dock.
    if (fold.isFolded) startTransition(fold.unfold);
  };
  const library = useLibrary(dock, write, chosen);

  const { queue, takeBack } = useQueue(compose.isBlind === true);
  useReturned(draft[0], write);
  const send = useStable(
    useSend({ compose, dispatch, answering, draft, attached, prompt: chosen.prompt, fold, queue, onSend: close }),
  );
  const request = useEstimateRequest(draft[0], compose.selected, attached.files, answering.forNext);
  const stopAll = useCallback(() => void follower.stopAll(), [follower]);

  return (
    <section
      ref={dock}
      className={styles.dock}
      aria-label="Compose Message"
      data-unfolded={isOpen || undefined}
      data-folded={isRow || undefined}
    >
      <Folded services={services} accents={accents} compose={compose} isUnfolded={isOpen} onToggle={toggle} />
      <ComposeHead services={services} compose={compose} dispatch={dispatch} tools={tools} onFold={foldUp} />
      <ServiceTiles services={services} accents={accents} compose={compose} dispatch={dispatch} />
      <LateBeforeSending
        services={services}
        selected={compose.selected}
        settings={answering.settings}
        hasPictures={attached.files.some(isPicture)}
        onChange={props.onSettings}
      />
      <MessageBox
        message={draft[0]}
        pending={pending}
        queue={queue}
        onTakeBack={takeBack}
        targets={compose.selected.length}
        attached={attached}
        chosen={chosen}
        hasExamples={hasExamples}
        textArea={textArea}
        onChange={write}
        onLibrary={library.open}
        onSend={send}
        onStopAll={stopAll}
      />
      <OpenLibrary library={library} />
      <EstimateLine request={request} />
    </section>
  );
}

/** What is estimated below the box. */
function useEstimateRequest(
  message: string,
  selected: readonly string[],
  attached: readonly File[],
  settings: AnswerSettings | undefined,
) {
  const files = useMemo(() => contentOf(attached), [attached]);
  return useMemo(
    () => requestOf(message, selected, { files, settings: settings && plannedOf(settings) }),
    [message, selected, files, settings],
  );
}

const OpenLibrary = ({ library: { isOpen, choose, close } }: { library: ReturnType<typeof useLibrary> }) => (
  <Suspense>{isOpen && <PromptLibrary onChoose={choose} onClose={close} />}</Suspense>
);

interface FoldedProps extends Pick<ComposeProps, 'services' | 'accents' | 'compose'> {
  isUnfolded: boolean;
  onToggle: () => void;
}

/** Who gets the message, in one line: all there is of it on a phone and in a dock that was folded, until it is unfolded. */
const Folded = memo(function Folded({ services, accents, compose, isUnfolded, onToggle }: FoldedProps) {
  const chosen = services.filter(({ name }) => compose.selected.includes(name));
  const Icon = isUnfolded ? ChevronDown : ChevronUp;
  return (
    <button type="button" className={styles.folded} aria-expanded={isUnfolded} onClick={onToggle}>
      <b>{modeLabels[compose.mode]}</b>
      <span aria-hidden="true" className={styles.dots}>
        {chosen.slice(0, 8).map(({ name }) => {
          const accent = accents.get(name);
          return accent && <i key={name} {...accentStyle(accent)} />;
        })}
      </span>
      <span className="num">{chosen.length}</span>
      <em data-all={compose.category === 'all' || undefined}>{categoryLabels[compose.category]}</em>
      <Icon size={16} aria-hidden="true" />
    </button>
  );
});

/** The saved queries to choose from; closing them goes back to the message. */
function useLibrary(dock: RefObject<HTMLElement | null>, write: (text: string) => void, chosen: ChosenPromptState) {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  const close = () => {
    setOpen(false);
    dock.current?.querySelector('textarea')?.focus();
  };
  const choose = (prompt: ChosenPrompt, text: string) => {
    write(text);
    chosen.choose(prompt);
  };
  return { isOpen, open, close, choose };
}

/**
 * `isRow`: the dock is one row, everywhere; `isOpen`: on a phone, all of it is shown. The button that folds it goes with what it
 * folds, and the other way round: the one that is there then has the focus.
 */
function useRow(dock: RefObject<HTMLElement | null>, fold: Fold, hasFiles: boolean) {
  const [isUnfolded, setUnfolded] = useState(false);
  // Files need their chips, and the buttons that take them back.
  const isRow = fold.isFolded && !hasFiles;
  const isOpen = isUnfolded && !isRow;
  const focus = (button: string) => dock.current?.querySelector<HTMLElement>(`.${button}`)?.focus();
  const toggle = useStable(() => {
    flushSync(() => {
      fold.unfold();
      setUnfolded(!isOpen);
    });
    focus(styles.fold!);
  });
  const foldUp = useStable(() => {
    flushSync(fold.fold);
    focus(styles.folded!);
  });
  const close = useCallback(() => setUnfolded(false), []);
  return { isRow, isOpen, toggle, foldUp, close };
}
