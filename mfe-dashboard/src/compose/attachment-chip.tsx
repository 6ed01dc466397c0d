import { FileText, X } from 'lucide-react';
import { sizeLabel } from '../broadcasts/attached-file.rules.js';
import type { Attachment } from './attachment.state.js';
import styles from './attachment-chip.module.css';

interface AttachmentChipProps {
  attachment: Attachment;
  isPending: boolean;
  onRemove: () => void;
}

/** The file, its size, and how far it has gone out. */
export function AttachmentChip({ attachment, isPending, onRemove }: AttachmentChipProps) {
  const { file, sent } = attachment;
  const isUploading = sent !== undefined;
  const percent = Math.round((sent ?? 0) * 100);
  return (
    <div className={styles.chip}>
      <FileText size={14} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles.name} title={file.name}>
        {file.name}
      </span>
      <span className={styles.size}>{sizeLabel(file.size)}</span>
      {isUploading && (
        <span className={styles.sent} role="progressbar" aria-label="Upload" aria-valuenow={percent}>
          <i style={{ transform: `scaleX(${sent})` }} />
          {percent < 100 ? `${percent} %` : 'Reading'}
        </span>
      )}
      {(isUploading || !isPending) && (
        <button type="button" aria-label={isUploading ? 'Cancel upload' : `Remove ${file.name}`} onClick={onRemove}>
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
