import type { AiService, Conversation } from '@polylogue/api-contract';
import { accentStyle, Voice, type Accent } from '@polylogue/web-kit';
import { memo, useCallback, useMemo } from 'react';
import { useBroadcasts, useLiveTurns } from '../broadcasts/broadcasts.js';
import { isOpen, visibleText } from '../broadcasts/reply.rules.js';
import { badgeOf, troubleOf } from './panel-badge.rules.js';
import { countsFrom, figuresLine, PanelFooter } from './panel-footer.js';
import { PanelHeader } from './panel-header.js';
import { storedTurns, withLiveTurns, type Turn } from './panel-turns.rules.js';
import { PinnedScroll } from './pinned-scroll.js';
import styles from './reply-panel.module.css';
import { TroubleBox } from './trouble-box.js';
import { TurnView } from './turn.js';

interface ReplyPanelProps {
  service: AiService;
  conversation: Conversation | undefined;
  accent: Accent;
  isMaximised: boolean;
  isHidden: boolean;
  onMaximise: (name: string) => void;
}

export const panelId = (name: string): string => `panel-${name}`;

export const ReplyPanel = memo(function ReplyPanel(props: ReplyPanelProps) {
  const { service, accent, isMaximised, isHidden, onMaximise } = props;
  const { name, displayName } = service;
  const turns = useTurns(name, props.conversation);
  const last = turns.at(-1);
  const isProcessing = turns.some(({ reply }) => reply && isOpen(reply));
  const { className, style } = accentStyle(accent);
  const actions = usePanelActions(name, turns);
  const kind = troubleOf(service.status, last?.reply);
  const trouble = kind && (
    <TroubleBox trouble={kind} service={service} reply={last?.reply} onAskAgain={actions.askAgain} />
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
        badge={badgeOf(service.status, isProcessing)}
        onCopy={actions.copy}
        isMaximised={isMaximised}
        onMaximise={maximise}
      />
      <PinnedScroll turnCount={turns.length} label={`Messages with ${displayName}`}>
        {turns.length === 0 && service.status !== 'error' && <NothingYet />}
        {turns.map((turn) => (
          <TurnView key={turn.key} turn={turn} onAskAgain={turn === last ? actions.askAgain : undefined}>
            {turn === last && trouble}
          </TurnView>
        ))}
        {!last && trouble && <div className={styles.alone}>{trouble}</div>}
      </PinnedScroll>
      <PanelFooter
        name={displayName}
        figures={figuresLine(last?.reply)}
        startedAt={countsFrom(last?.reply)}
        isLost={last?.isLost === true}
        onStop={actions.stop}
      />
    </section>
  );
});

function useTurns(name: string, conversation: Conversation | undefined): readonly Turn[] {
  const live = useLiveTurns(name);
  const stored = useMemo(() => storedTurns(conversation), [conversation]);
  return useMemo(() => withLiveTurns(stored, live), [stored, live]);
}

/** What can be done with the last reply; the same functions as long as they do the same. */
function usePanelActions(name: string, turns: readonly Turn[]) {
  const follower = useBroadcasts();
  const last = turns.at(-1);
  const broadcastKey = last?.broadcastKey;
  const messageId = last?.reply?.messageId;
  const question = last?.question ?? '';
  const stop = useCallback(() => {
    if (broadcastKey !== undefined) follower.stop(broadcastKey, [name]).catch(console.error);
  }, [follower, broadcastKey, name]);
  const askAgain = useCallback(() => {
    if (messageId !== undefined) void follower.retry({ aiService: name, messageId, message: question });
  }, [follower, messageId, name, question]);
  const done = turns.findLast(({ reply }) => reply && !isOpen(reply) && visibleText(reply) !== '')?.reply;
  const text = done && visibleText(done);
  const copy = useMemo(() => (text === undefined ? undefined : () => navigator.clipboard.writeText(text)), [text]);
  return {
    copy,
    stop: broadcastKey === undefined ? undefined : stop,
    askAgain: messageId === undefined ? undefined : askAgain,
  };
}

const NothingYet = () => (
  <div className={styles.nothing}>
    <Voice state="still" />
    <p>Nothing asked yet</p>
  </div>
);
