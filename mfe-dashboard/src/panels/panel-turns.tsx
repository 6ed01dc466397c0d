import type { AiService } from '@polylogue/api-contract';
import { PlainOnError, Voice } from '@polylogue/web-kit';
import { PinnedScroll } from '@polylogue/web-kit/streams';
import { lazy, Suspense, type ReactNode } from 'react';
import { visibleText } from '../broadcasts/reply.rules.js';
import type { Turn } from '../broadcasts/turns.rules.js';
import styles from './reply-panel.module.css';
import { useShownTurns } from './shown-turns.state.js';
import { TurnView } from './turn.js';

// Only few panels have them.
const WaitingTurns = lazy(() => import('./waiting-turns.js'));

interface PanelTurnsProps {
  turns: readonly Turn[];
  /** What is not sent yet. */
  waiting: readonly Turn[];
  service: AiService;
  /** Whether it is known what there is of a conversation. */
  isRead: boolean;
  onAskAgain: (() => void) | undefined;
  /** What explains why the last reply did not come. */
  children: ReactNode;
}

/** What was asked of one service and what it replied, the newest at the end, which stays in sight. */
export function PanelTurns({ turns, waiting, service, isRead, onAskAgain, children: trouble }: PanelTurnsProps) {
  const turnCount = turns.length + waiting.length;
  const { shown, showEarlier } = useShownTurns(turns, turnCount);
  const last = turns.at(-1);
  return (
    <PinnedScroll
      className={styles.flow}
      turnCount={turnCount}
      label={`Messages with ${service.displayName}`}
      onEarlier={showEarlier}
    >
      {turns.length === 0 && isRead && service.status !== 'error' && <NothingYet />}
      {shown.map((turn) => (
        <PlainOnError key={turn.key} text={turn.reply ? visibleText(turn.reply) : turn.question}>
          <TurnView turn={turn} onAskAgain={turn === last ? onAskAgain : undefined}>
            {turn === last && trouble}
          </TurnView>
        </PlainOnError>
      ))}
      <Suspense>{waiting.length > 0 && <WaitingTurns turns={waiting} service={service} />}</Suspense>
      {!last && trouble && <div className={styles.alone}>{trouble}</div>}
    </PinnedScroll>
  );
}

const NothingYet = () => (
  <div className={styles.nothing}>
    <Voice state="still" />
    <p>Nothing asked yet</p>
  </div>
);
