import { grouped } from '@polylogue/api-contract';
import { LateMarkdown } from '@polylogue/web-kit';
import { useMemo, useState } from 'react';
import { cutResponse } from './execution.rules.js';
import styles from './execution-card.module.css';

/** A response as markdown, 500 characters of it until the user wants more. */
export function ResponseText({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const { shown, more } = useMemo(() => cutResponse(text), [text]);
  return (
    <>
      <div className={styles.text}>
        {isWhole || more === 0 ? <LateMarkdown text={text} /> : <LateMarkdown text={`${shown}…`} cut />}
      </div>
      {more > 0 && (
        <button type="button" className={styles.more} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show Less' : `Show More (${grouped(more)} more characters)`}
        </button>
      )}
    </>
  );
}
