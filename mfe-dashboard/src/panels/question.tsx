import { memo, useState } from 'react';
import styles from './turn.module.css';

/** What was asked, on one line that stays in sight; a click shows all of it. */
export const Question = memo(function Question({ text }: { text: string }) {
  const [isExpanded, setExpanded] = useState(false);
  return (
    <button
      type="button"
      className={styles.question}
      aria-expanded={isExpanded}
      onClick={() => setExpanded(!isExpanded)}
    >
      <b>You</b>
      <span>{text}</span>
    </button>
  );
});
