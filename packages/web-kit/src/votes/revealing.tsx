import { EyeOff } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../antd.js';
import { useRevealing, useRevealWithoutVote, type RevealState } from './vote.api.js';
import styles from './vote-bar.module.css';

const sentences: Record<RevealState, string> = {
  soon: 'Revealing the services…',
  'still written': 'Some replies are still being written. The services are shown when all have ended.',
  late: 'The services are not shown yet. This page goes on trying.',
};

interface RevealingProps {
  broadcastId: string;
}

/** While the names of a blind round are still to come; who shows it takes it away when they are read. */
export function Revealing({ broadcastId }: RevealingProps) {
  const { state, reason, retry } = useRevealing(broadcastId);
  const sentenceId = useId();
  return (
    <div className={`${styles.bar} ${styles.reveal}`} role="group" aria-label="Reveal">
      <p id={sentenceId} className={styles.line} role="status">
        <EyeOff aria-hidden="true" /> {sentences[state]} {state === 'late' && reason}
      </p>
      {state === 'late' && (
        <Button size="small" aria-describedby={sentenceId} onClick={retry}>
          Retry
        </Button>
      )}
    </div>
  );
}

interface RevealBarProps extends RevealingProps {
  onRequested?: (() => void) | undefined;
}

/** Under a blind comparison that cannot be voted on: it can be revealed all the same. */
export function RevealBar({ broadcastId, onRequested }: RevealBarProps) {
  const [isRequested, setRequested] = useState(false);
  const { reveal, isPending } = useRevealWithoutVote(broadcastId, () => {
    setRequested(true);
    onRequested?.();
  });
  if (isRequested) return <Revealing broadcastId={broadcastId} />;
  return (
    <div className={`${styles.bar} ${styles.reveal}`} role="group" aria-label="Reveal">
      <p className={styles.line}>
        <EyeOff aria-hidden="true" /> Fewer than two replies are complete, and a vote compares at least two.
      </p>
      <Button size="small" loading={isPending} onClick={reveal}>
        Reveal without a vote
      </Button>
    </div>
  );
}
