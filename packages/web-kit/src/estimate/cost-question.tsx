import type { CostRange } from '@polylogue/api-contract';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import styles from './cost-question.module.css';
import { questionOf } from './estimate.rules.js';

interface CostQuestionProps {
  cost: CostRange;
  /** What is about to be done, as its button says. */
  deed?: string;
  onAnswer: (isWanted: boolean) => void;
}

/** Asks before what may cost more than the user wants to spend unasked. */
export function CostQuestion({ cost, deed = 'Send', onAnswer }: CostQuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isWanted = useRef(false);
  useEffect(() => dialog.current?.showModal(), []);
  // Closed first, so that the focus goes back to where it was.
  const answer = (wanted: boolean) => {
    isWanted.current = wanted;
    dialog.current?.close();
  };
  return (
    // Esc answers the question, and does not close the drawer it is asked in.
    <dialog
      ref={dialog}
      className={styles.question}
      aria-labelledby="cost-question"
      onKeyDown={(event) => event.stopPropagation()}
      onClose={() => onAnswer(isWanted.current)}
    >
      <h2 id="cost-question">{questionOf(cost, deed)}</h2>
      <p>You are asked above an amount that you choose under Your Account.</p>
      <div>
        <Button onClick={() => answer(false)}>Cancel</Button>
        <Button type="primary" onClick={() => answer(true)}>
          {deed}
        </Button>
      </div>
    </dialog>
  );
}
