import { lazy, Suspense } from 'react';
import styles from './turn.module.css';

// Markdown comes with the first reply, not before the compose box.
const Loaded = lazy(async () => ({ default: (await import('@polylogue/web-kit/chat')).Markdown }));

/** A text as markdown; as it stands until the code for it is there. */
export function Markdown({ text, live }: { text: string; live: boolean }) {
  return (
    <Suspense fallback={<p className={styles.plain}>{text}</p>}>
      <Loaded text={text} live={live} />
    </Suspense>
  );
}
