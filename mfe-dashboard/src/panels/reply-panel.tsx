import type { AiService, Conversation } from '@polylogue/api-contract';
import { accentStyle, type Accent } from '@polylogue/web-kit';
import { noLongerOffered } from '@polylogue/web-kit/estimate';
import { lazy, memo, Suspense, useCallback, useMemo, useState, type ComponentProps } from 'react';
import { useLiveTurns } from '../broadcasts/broadcasts.js';
import { isOpen, isWaiting, type Reply } from '../broadcasts/reply.rules.js';
import { useAskAgain } from './actions/ask-again.js';
import { panelReplies } from './actions/panel-replies.rules.js';
import { useStopReply } from './actions/stop-reply.js';
import { badgeOf, troubleOf } from './panel-badge.rules.js';
import { countsFrom, figuresLine, PanelFooter } from './panel-footer.js';
import { PanelHeader } from './panel-header.js';
import { PanelTurns } from './panel-turns.js';
import { storedTurns, withLiveTurns, type Turn } from '../broadcasts/turns.rules.js';
import styles from './reply-panel.module.css';

// Only few panels have one.
const TroubleBox = lazy(() => import('./trouble-box.js'));

const LateTroubleBox = (props: ComponentProps<typeof TroubleBox>) => (
  <Suspense>
    <TroubleBox {...props} />
  </Suspense>
);

interface ReplyPanelProps {
  service: AiService;
  conversation: Conversation | undefined;
  /** Whether it is known what there is of a conversation. */
  isRead: boolean;
  accent: Accent;
  isMaximised: boolean;
  isHidden: boolean;
  onMaximise: (name: string) => void;
}

export const panelId = (name: string): string => `panel-${name}`;

export const ReplyPanel = memo(function ReplyPanel(props: ReplyPanelProps) {
  const { service, isRead, accent, isMaximised, isHidden, onMaximise } = props;
  const { name, displayName, former } = service;
  const { turns, waiting } = useTurns(name, props.conversation);
  const last = turns.at(-1);
  const isProcessing = turns.some(({ reply }) => reply && isOpen(reply));
  const { className, style } = accentStyle(accent);
  const replies = useMemo(() => panelReplies({ name, displayName, former }, turns), [name, displayName, former, turns]);
  const askAgain = useAskAgain(replies);
  const stop = useStopReply(replies);
  const kind = former ? undefined : troubleOf(service.status, last?.reply);
  const reach = useReach(service, last?.reply);
  const trouble = kind && (
    <LateTroubleBox trouble={kind} service={service} reply={last?.reply} {...reach} onAskAgain={askAgain} />
  );
  const maximise = useCallback(() => onMaximise(name), [onMaximise, name]);

  return (
    <section
      id={panelId(name)}
      className={`${styles.panel} ${className}`}
      style={style}
      aria-label={displayName}
      tabIndex={-1}
      hidden={isHidden}
      data-panel={name}
    >
      <PanelHeader
        service={service}
        badge={badgeOf(service.status, isProcessing, reach.isReached ? undefined : kind)}
        replies={replies}
        isMaximised={isMaximised}
        onMaximise={maximise}
      />
      {former && <NoLongerOffered name={displayName} />}
      <PanelTurns turns={turns} waiting={waiting} service={service} isRead={isRead} onAskAgain={askAgain}>
        {trouble}
      </PanelTurns>
      <PanelFooter
        name={displayName}
        figures={figuresLine(last?.reply)}
        startedAt={countsFrom(last?.reply)}
        isLost={last?.isLost === true}
        onStop={stop}
      />
    </section>
  );
});

/** What a panel is about, and what is not sent yet. */
function useTurns(name: string, conversation: Conversation | undefined) {
  const live = useLiveTurns(name);
  const stored = useMemo(() => storedTurns(conversation), [conversation]);
  return useMemo(() => {
    const all = withLiveTurns(stored, live);
    const waits = ({ reply }: Turn) => reply !== undefined && isWaiting(reply);
    const waiting = all.filter(waits);
    return { turns: waiting.length > 0 ? all.filter((turn) => !waits(turn)) : all, waiting };
  }, [stored, live]);
}

/** Whether a probe has reached the service since this reply failed. */
function useReach({ status }: AiService, reply: Reply | undefined) {
  const [reachedFor, setReachedFor] = useState<string>();
  const messageId = reply?.messageId;
  const isReached = status === 'connected' && messageId !== undefined && reachedFor === messageId;
  return { isReached, onReached: (has: boolean) => setReachedFor(has ? messageId : undefined) };
}

const NoLongerOffered = ({ name }: { name: string }) => (
  <p className={styles.former}>{noLongerOffered([name])} What it wrote stays here and in history.</p>
);
