import { useState } from 'react';
import { cutResponse } from './execution.rules.js';
import styles from './execution-card.module.css';

/** A response, 500 characters of it until the user wants more. */
export function ResponseText({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const { shown, more } = cutResponse(text);
  return (
    <>
      <p className={styles.text}>
        {isWhole || more === 0 ? text : shown}
        {!isWhole && more > 0 && '…'}
      </p>
      {more > 0 && (
        <button type="button" className={styles.more} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show Less' : `Show More (${more.toLocaleString('en-US')} more characters)`}
        </button>
      )}
    </>
  );
}
