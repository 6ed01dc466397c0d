import { when } from '@polylogue/web-kit';
import type { ReactNode } from 'react';
import { previewOf, type PickedMessage } from './assessments.rules.js';
import styles from './quality.module.css';

interface PickerProps {
  messages: PickedMessage[];
  picked: string | undefined;
  onPick: (key: string) => void;
  /** What leads to older ones. */
  children?: ReactNode;
}

/** The messages whose replies can be compared. */
export const MessagePicker = ({ messages, picked, onPick, children }: PickerProps) => (
  <section className={`pl-card ${styles.picker}`} aria-labelledby="picker-title">
    <header className={styles.cardHead}>
      <h2 id="picker-title">User Message</h2>
    </header>
    <ul>
      {messages.map(({ key, content, sentAt, conversations }) => (
        <li key={key}>
          <button type="button" aria-pressed={key === picked} onClick={() => onPick(key)}>
            <span>{previewOf(content)}</span>
            <small>
              {conversations.length} conversations · <time dateTime={sentAt}>{when(sentAt)}</time>
            </small>
          </button>
        </li>
      ))}
    </ul>
    {children && <footer className={styles.older}>{children}</footer>}
  </section>
);
