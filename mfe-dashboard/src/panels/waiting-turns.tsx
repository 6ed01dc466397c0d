import type { AiService } from '@polylogue/api-contract';
import { Hourglass, Undo2 } from 'lucide-react';
import { useBroadcasts } from '../broadcasts/broadcasts.js';
import type { Turn } from '../broadcasts/turns.rules.js';
import { Question } from './question.js';
import styles from './turn.module.css';

interface WaitingTurnsProps extends Pick<WaitingTurnProps, 'service'> {
  turns: readonly Turn[];
}

export default function WaitingTurns({ turns, service }: WaitingTurnsProps) {
  return turns.map((turn) => <WaitingTurn key={turn.key} turn={turn} service={service} />);
}

interface WaitingTurnProps {
  turn: Turn;
  service: Pick<AiService, 'name' | 'displayName'>;
}

/** A message this service gets when the reply above has ended. */
function WaitingTurn({ turn, service: { name, displayName } }: WaitingTurnProps) {
  const follower = useBroadcasts();
  const { broadcastKey } = turn;
  const takeBack = () => broadcastKey !== undefined && void follower.stop(broadcastKey, [name]);
  return (
    <article className={styles.turn}>
      <Question text={turn.question} files={turn.files} />
      <div className={styles.waiting}>
        <Hourglass size={13} aria-hidden="true" />
        Sent when the reply above has ended
        {broadcastKey !== undefined && (
          <button
            type="button"
            className={styles.again}
            aria-label={`Take back from ${displayName}`}
            onClick={() => takeBack()}
          >
            <Undo2 aria-hidden="true" />
            Take back
          </button>
        )}
      </div>
    </article>
  );
}
