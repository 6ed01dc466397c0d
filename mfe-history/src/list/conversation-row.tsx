import type { FoundConversation } from '@polylogue/api-contract';
import { accentStyle, when, type Accent } from '@polylogue/web-kit';
import { CornerDownRight, Download, Eye, Trash2, type LucideIcon } from 'lucide-react';
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
        <Action label={`View ${title}`} title="View" icon={Eye} onClick={() => onOpen(id)} />
        <Action label={`Continue ${title}`} title="Continue" icon={CornerDownRight} onClick={() => onContinue(id)} />
        <Action
          label={`Export ${title}`}
          title="Export as JSON"
          icon={Download}
          onClick={() => void downloadOne(id, 'json')}
        />
        <Action label={`Delete ${title}`} title="Delete" icon={Trash2} onClick={() => onDelete(id)} />
      </span>
    </div>
  );
});

interface ActionProps {
  /** For who cannot see in which row it stands. */
  label: string;
  title: string;
  icon: LucideIcon;
  onClick: () => void;
}

const Action = ({ label, title, icon: Icon, onClick }: ActionProps) => (
  <button type="button" className="pl-icon-button" aria-label={label} title={title} onClick={onClick}>
    <Icon aria-hidden />
  </button>
);
