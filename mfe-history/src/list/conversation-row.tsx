import type { FoundConversation } from '@polylogue/api-contract';
import { accentStyle, when, type Accent } from '@polylogue/web-kit';
import { CornerDownRight, Download, Eye, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { downloadOne } from '../transfer/download.api.js';
import styles from './conversation-table.module.css';
import { Marked } from './marked.js';

export interface RowActions {
  onToggle: (id: string) => void;
  onOpen: (id: string) => void;
  onContinue: (id: string) => void;
  onDelete: (id: string) => void;
}

interface ConversationRowProps extends RowActions {
  conversation: FoundConversation;
  accent: Accent | undefined;
  isOpen: boolean;
  /** Undefined while nothing is being selected. */
  isSelected: boolean | undefined;
  /** Among all rows of the table, its head included. */
  index: number;
}

export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, accent, isOpen, isSelected, index, onToggle, onOpen, onContinue, onDelete } = props;
  const { id, aiService, title, messageCount, createdAt, updatedAt, preview, snippet } = conversation;
  const { className = '', style } = accent ? accentStyle(accent) : {};
  return (
    <div
      role="row"
      aria-rowindex={index}
      className={`${styles.row} ${className}`}
      style={style}
      aria-current={isOpen || undefined}
    >
      {isSelected !== undefined && (
        <span role="cell">
          <input type="checkbox" checked={isSelected} aria-label={`Select ${title}`} onChange={() => onToggle(id)} />
        </span>
      )}
      <span role="cell" className={styles.service}>
        <span title={aiService.displayName}>{aiService.displayName}</span>
      </span>
      <span role="cell" className={styles.text}>
        <button type="button" dir="auto" onClick={() => onOpen(id)}>
          {title === '' ? 'Untitled' : title}
        </button>
        <span dir="auto">{snippet ? <Marked {...snippet} /> : preview}</span>
      </span>
      <span role="cell" className={styles.count}>
        {messageCount}
        <span className={styles.unit}> {messageCount === 1 ? 'message' : 'messages'}</span>
      </span>
      <span role="cell" className={styles.created}>
        <time dateTime={createdAt}>{when(createdAt)}</time>
      </span>
      <span role="cell" className={styles.time}>
        <time dateTime={updatedAt}>{when(updatedAt)}</time>
      </span>
      <span role="cell" className={styles.actions}>
        <button
          type="button"
          className="pl-icon-button"
          aria-label={`View ${title}`}
          title="View"
          onClick={() => onOpen(id)}
        >
          <Eye aria-hidden />
        </button>
        <button
          type="button"
          className="pl-icon-button"
          aria-label={`Continue ${title}`}
          title="Continue"
          onClick={() => onContinue(id)}
        >
          <CornerDownRight aria-hidden />
        </button>
        <button
          type="button"
          className="pl-icon-button"
          aria-label={`Export ${title}`}
          title="Export as JSON"
          onClick={() => void downloadOne(id, 'json')}
        >
          <Download aria-hidden />
        </button>
        <button
          type="button"
          className="pl-icon-button"
          aria-label={`Delete ${title}`}
          title="Delete"
          onClick={() => onDelete(id)}
        >
          <Trash2 aria-hidden />
        </button>
      </span>
    </div>
  );
});
