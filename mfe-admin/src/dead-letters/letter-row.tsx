import type { DeadLetter } from '@polylogue/api-contract';
import { Badge, when } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { useDiscard } from './dead-letters.api.js';
import { handlerLabel, keyOf } from './dead-letters.rules.js';
import styles from './dead-letters.module.css';

interface LetterRowProps {
  letter: DeadLetter;
  isBusy: boolean;
  onReplay: () => void;
}

/** One letter: who failed at what, why, how often, when. Discarding needs a confirmation. */
export function LetterRow({ letter, isBusy, onReplay }: LetterRowProps) {
  const { slice, subject, error, attempts, failedAt } = letter;
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, isPending } = useDiscard();
  const discard = () => mutate({ body: { letters: [keyOf(letter)] } });
  return (
    <li className={styles.letter}>
      <div className={styles.text}>
        <p className={styles.what}>
          <Badge>{slice}</Badge>
          <strong>{subject}</strong>
        </p>
        <p className={styles.error}>{error}</p>
        <p className={styles.quiet}>
          {handlerLabel(letter)} · {attempts === 1 ? '1 attempt' : `${attempts} attempts`} ·{' '}
          <time dateTime={failedAt}>{when(failedAt)}</time>
        </p>
      </div>
      <div className={styles.actions}>
        <Button disabled={isBusy || isPending} onClick={onReplay}>
          Replay
        </Button>
        <Button
          danger
          disabled={isBusy || isPending}
          onClick={isConfirming ? discard : () => setConfirming(true)}
          onBlur={() => setConfirming(false)}
        >
          {isConfirming ? 'Discard for good' : 'Discard'}
        </Button>
      </div>
    </li>
  );
}
