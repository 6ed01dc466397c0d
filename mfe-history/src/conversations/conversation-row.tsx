import type { Conversation } from '@polylogue/api-contract';
import { accentStyle, when, type Accent } from '@polylogue/web-kit';
import { ChevronDown } from 'lucide-react';
import styles from './conversation-list.module.css';
import { previewOf } from './conversations.rules.js';
import { Transcript } from './transcript.js';

export function ConversationRow({ conversation, accent, isOpen, onToggle }: RowOf) {
  const { id, aiService, title, messages, updatedAt } = conversation;
  const { className = '', style } = accent ? accentStyle(accent) : {};
  const transcriptId = `transcript-${id}`;
  return (
    <li className={`${styles.row} ${className}`} style={style}>
      <button
        type="button"
        className={styles.summary}
        aria-expanded={isOpen}
        aria-controls={transcriptId}
        onClick={onToggle}
      >
        <span className={styles.service}>{aiService.displayName}</span>
        <span className={styles.words}>
          <strong>{title}</strong>
          <span>{previewOf(messages)}</span>
        </span>
        <span className={styles.count}>
          {messages.length} {messages.length === 1 ? 'message' : 'messages'}
        </span>
        <time dateTime={updatedAt}>{when(updatedAt)}</time>
        <ChevronDown aria-hidden className={styles.chevron} />
      </button>
      {isOpen && <Transcript id={transcriptId} conversation={conversation} />}
    </li>
  );
}

interface RowOf {
  conversation: Conversation;
  accent: Accent | undefined;
  isOpen: boolean;
  onToggle: () => void;
}
