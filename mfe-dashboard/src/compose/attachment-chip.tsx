import { FileText, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { sizeLabel } from '@polylogue/web-kit';
import { isPicture } from './attachment.rules.js';
import styles from './attachment-chip.module.css';

interface AttachmentChipProps {
  file: File;
  /** Which part of the upload has gone out; only one chip of it says so. */
  sent?: number | undefined;
  /** Takes the file away, or ends the upload; none while that cannot be. */
  onRemove?: (() => void) | undefined;
}

/** A file, its size, and how far it has gone out. */
export function AttachmentChip({ file, sent, onRemove }: AttachmentChipProps) {
  const isUploading = sent !== undefined;
  const percent = Math.round((sent ?? 0) * 100);
  return (
    <div className={styles.chip}>
      {isPicture(file) ? <Preview file={file} /> : <FileText size={14} strokeWidth={1.75} aria-hidden="true" />}
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
      {onRemove && (
        <button type="button" aria-label={isUploading ? 'Cancel upload' : `Remove ${file.name}`} onClick={onRemove}>
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** The picture itself, from this machine. */
function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    // oxlint-disable-next-line react-hooks/set-state-in-effect -- the address lives as long as the effect
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url ? <img className={styles.preview} src={url} alt="" /> : <span className={styles.preview} />;
}
