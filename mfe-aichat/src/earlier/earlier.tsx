import { when } from '@polylogue/web-kit';
import type { AiChatSessionSummary } from '@polylogue/api-contract';
import { Trash2 } from 'lucide-react';
import { exchanged } from '../conversation/ending.rules.js';
import styles from './earlier.module.css';

interface EarlierProps {
  sessions: readonly AiChatSessionSummary[];
  shown: string;
  disabled: boolean;
  onOpen: (id: string) => void;
  onDelete: (id: string) => void;
}

/** The conversations that are kept: open one, or delete it. */
export function Earlier({ sessions, shown, disabled, onOpen, onDelete }: EarlierProps) {
  if (sessions.length === 0) return null;
  return (
    <section className={`pl-card ${styles.card}`} aria-labelledby="earlier-title">
      <h2 id="earlier-title">Earlier conversations</h2>
      <ul>
        {sessions.map(({ id, initialMessage, messageCount, updatedAt }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.open}
              // Stays in reach of the keyboard, which scrolls the list by it.
              aria-disabled={disabled || undefined}
              aria-current={id === shown || undefined}
              onClick={() => !disabled && onOpen(id)}
            >
              <span>{initialMessage}</span>
              <small>
                {when(updatedAt)} · {exchanged(messageCount)}
              </small>
            </button>
            <button
              type="button"
              className="pl-icon-button"
              disabled={disabled}
              aria-label={`Delete ${initialMessage.slice(0, 60)}`}
              title="Delete"
              onClick={() => onDelete(id)}
            >
              <Trash2 aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
