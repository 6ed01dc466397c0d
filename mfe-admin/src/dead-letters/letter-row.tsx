import type { DeadLetter } from '@polylogue/api-contract';
import { Badge, when } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { useDiscard } from './dead-letters.api.js';
import { handlerWords, keyOf } from './dead-letters.rules.js';
import styles from './dead-letters.module.css';

interface LetterRowProps {
  letter: DeadLetter;
  isBusy: boolean;
  onReplay: () => void;
}

/** One letter: who failed at what, why, how often, when. Discarding is asked twice. */
export function LetterRow({ letter, isBusy, onReplay }: LetterRowProps) {
  const { slice, subject, error, attempts, failedAt } = letter;
  const [isAsked, setAsked] = useState(false);
  const { mutate, isPending } = useDiscard();
  const discard = () => mutate({ body: { letters: [keyOf(letter)] } });
  return (
    <li className={styles.letter}>
      <div className={styles.words}>
        <p className={styles.what}>
          <Badge>{slice}</Badge>
          <strong>{subject}</strong>
        </p>
        <p className={styles.error}>{error}</p>
        <p className={styles.quiet}>
          {handlerWords(letter)} · {attempts === 1 ? '1 attempt' : `${attempts} attempts`} ·{' '}
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
          onClick={isAsked ? discard : () => setAsked(true)}
          onBlur={() => setAsked(false)}
        >
          {isAsked ? 'Discard for good' : 'Discard'}
        </Button>
      </div>
    </li>
  );
}
