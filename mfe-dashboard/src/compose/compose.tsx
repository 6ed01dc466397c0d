import type { AiService } from '@polylogue/api-contract';
import { accentStyle, type Accent } from '@polylogue/web-kit';
import { ChevronDown, ChevronUp } from 'lucide-react';
import {
  lazy,
  memo,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type Dispatch,
  type ReactNode,
  type Ref,
} from 'react';
import { useBroadcasts } from '../broadcasts/broadcasts.js';
import { EstimateLine } from '../estimate/estimate-line.js';
import { useChosenPrompt, type ChosenPrompt } from '../prompts/chosen-prompt.state.js';
import { contentOf } from './attachment.rules.js';
import { useAttachments } from './attachment.state.js';
import { categoryLabels } from './categories.rules.js';
import { ComposeHead } from './compose-head.js';
import styles from './compose.module.css';
import type { Compose as ComposeState, ComposeAction } from './compose.state.js';
import { useDraft } from './draft.state.js';
import { MessageBox } from './message-box.js';
import { modeLabels } from './send.rules.js';
import { usePending, useSend } from './sending.state.js';
import { ServiceTiles } from './service-tiles.js';
import { useStable } from './use-stable.js';

const PromptLibrary = lazy(() => import('../prompts/prompt-library.js'));

interface ComposeProps {
  services: readonly AiService[];
  accents: ReadonlyMap<string, Accent>;
  compose: ComposeState;
  dispatch: Dispatch<ComposeAction>;
  textArea: Ref<HTMLTextAreaElement>;
  hasExamples: boolean;
  tools: ReactNode;
}

/** The dock: who gets the message, and the message. A letter that is typed renders the box alone. */
export function Compose({ services, accents, compose, dispatch, textArea, hasExamples, tools }: ComposeProps) {
  const follower = useBroadcasts();
  const pending = usePending();
  const draft = useDraft();
  const attached = useAttachments();
  const files = useMemo(() => contentOf(attached.files), [attached.files]);
  const [isUnfolded, setUnfolded] = useState(false);
  const dock = useRef<HTMLElement>(null);
  useToastsAbove(dock);

  const chosen = useChosenPrompt(draft[0]);
  const [isLibraryOpen, setLibraryOpen] = useState(false);
  const openLibrary = useCallback(() => setLibraryOpen(true), []);
  const closeLibrary = () => {
    setLibraryOpen(false);
    dock.current?.querySelector('textarea')?.focus();
  };
  const onPrompt = (prompt: ChosenPrompt, text: string) => {
    draft[1](text);
    chosen.choose(prompt);
  };

  const sendNow = useStable(useSend(compose, draft, attached, chosen.prompt));
  const send = useCallback(() => {
    if (sendNow()) setUnfolded(false);
  }, [sendNow]);
  const stopAll = useCallback(() => void follower.stopAll().catch(console.error), [follower]);
  const fold = useCallback(() => setUnfolded((isOpen) => !isOpen), []);

  return (
    <section ref={dock} className={styles.dock} aria-label="Compose Message" data-unfolded={isUnfolded || undefined}>
      <Folded services={services} accents={accents} compose={compose} isUnfolded={isUnfolded} onToggle={fold} />
      <ComposeHead services={services} compose={compose} dispatch={dispatch} tools={tools} />
      <ServiceTiles services={services} accents={accents} compose={compose} dispatch={dispatch} />
      <MessageBox
        message={draft[0]}
        pending={pending}
        targets={compose.selected.length}
        attached={attached}
        chosen={chosen}
        hasExamples={hasExamples}
        textArea={textArea}
        onChange={draft[1]}
        onLibrary={openLibrary}
        onSend={send}
        onStopAll={stopAll}
      />
      {isLibraryOpen && (
        <Suspense>
          <PromptLibrary onChoose={onPrompt} onClose={closeLibrary} />
        </Suspense>
      )}
      <EstimateLine message={draft[0]} selected={compose.selected} files={files} />
    </section>
  );
}

interface FoldedProps extends Pick<ComposeProps, 'services' | 'accents' | 'compose'> {
  isUnfolded: boolean;
  onToggle: () => void;
}

/** On a phone the dock is one line that says who gets the message, until it is unfolded. */
const Folded = memo(function Folded({ services, accents, compose, isUnfolded, onToggle }: FoldedProps) {
  const chosen = services.filter(({ name }) => compose.selected.includes(name));
  const Icon = isUnfolded ? ChevronDown : ChevronUp;
  return (
    <button type="button" className={styles.folded} aria-expanded={isUnfolded} onClick={onToggle}>
      <b>{modeLabels[compose.mode]}</b>
      <span aria-hidden="true">
        {chosen.slice(0, 8).map(({ name }) => {
          const accent = accents.get(name);
          return accent && <i key={name} {...accentStyle(accent)} />;
        })}
      </span>
      <span className="num">{chosen.length}</span>
      <em>{categoryLabels[compose.category]}</em>
      <Icon size={16} aria-hidden="true" />
    </button>
  );
});

/** Toasts stand above the dock, however tall it is. */
function useToastsAbove(dock: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = document.documentElement;
    const place = () => root.style.setProperty('--toast-bottom', `${(dock.current?.offsetHeight ?? 0) + 40}px`);
    const sizes = new ResizeObserver(place);
    if (dock.current) sizes.observe(dock.current);
    return () => {
      sizes.disconnect();
      root.style.removeProperty('--toast-bottom');
    };
  }, [dock]);
}
