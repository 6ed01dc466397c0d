import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import styles from './execution-card.module.css';

const maxMs = 200;

/** What changed since an earlier answer: added text underlined, removed text struck through. */
export function ResponseDiff({ before, after }: { before: string; after: string }) {
  const changes = useMemo(() => diffWordsWithSpace(before, after, { timeout: maxMs }), [before, after]);
  if (!changes) return <p className={styles.text}>The two answers are too different to compare word by word.</p>;
  if (changes.every(({ added, removed }) => !added && !removed)) {
    return <p className={styles.text}>Nothing changed.</p>;
  }
  return (
    <p className={`${styles.text} ${styles.diff}`}>
      {changes.map(({ added, removed, value }, index) => {
        if (added) return <ins key={index}>{value}</ins>;
        if (removed) return <del key={index}>{value}</del>;
        return <span key={index}>{value}</span>;
      })}
    </p>
  );
}
