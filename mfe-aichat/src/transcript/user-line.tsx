import { LateMarkdown } from '@polylogue/web-kit';
import type { Line } from '../conversation/conversation.state.js';
import { Ending, Figures } from './turn.js';
import styles from './transcript.module.css';

/** What the user wrote: the opening, or an interjection. `waiting`: no turn has taken it along yet. */
export function UserLine({ text, waiting = false }: { text: string; waiting?: boolean }) {
  return (
    <div className={styles.user} data-waiting={waiting || undefined}>
      <b>{waiting ? 'You, with the next message' : 'You'}</b>
      <p>{text}</p>
    </div>
  );
}

/** What the moderator made of it all. */
export function SummaryLine({ line, name }: { line: Line; name: string }) {
  return (
    <section className={styles.summary} aria-label={`Summary by ${name}`}>
      <p className={styles.meta}>
        <b>Summary by {name}</b>
        <Figures line={line} />
      </p>
      {line.text === '' && line.status === 'open' && <i className={styles.bar} />}
      {line.text !== '' && <LateMarkdown text={line.text} live={line.status === 'open'} />}
      <Ending line={line} />
    </section>
  );
}
