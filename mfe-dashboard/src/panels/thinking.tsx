import { Elapsed } from '@polylogue/web-kit/streams';
import styles from './turn.module.css';

/** Until the first token: the label, the seconds, and bars where the text will come. */
export function Thinking({ startedAt }: { startedAt: number }) {
  return (
    <div className={styles.thinking}>
      <p>
        <strong>Thinking</strong> <Elapsed startedAt={startedAt} />
      </p>
      <i />
      <i />
      <i />
    </div>
  );
}
