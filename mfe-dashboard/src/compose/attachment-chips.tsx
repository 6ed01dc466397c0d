import type { ReactNode } from 'react';
import { AttachmentChip } from './attachment-chip.js';
import type { AttachmentState } from './attachment.state.js';
import styles from './message-box.module.css';

interface AttachmentChipsProps {
  attached: AttachmentState;
  isPending: boolean;
  /** What stands before them. */
  children?: ReactNode;
}

/** The files of the next message; the first one says how far the upload is. */
export function AttachmentChips({ attached, isPending, children }: AttachmentChipsProps) {
  const { files, sent, remove, clear } = attached;
  const isUploading = sent !== undefined;
  return (
    <div className={styles.attached}>
      {children}
      {files.map((file, index) => (
        <AttachmentChip
          key={`${file.name} ${file.size} ${file.lastModified} ${index}`}
          file={file}
          sent={index === 0 ? sent : undefined}
          onRemove={isUploading ? (index === 0 ? clear : undefined) : isPending ? undefined : () => remove(file)}
        />
      ))}
    </div>
  );
}
