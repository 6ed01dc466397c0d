import type { Attachment } from '@polylogue/api-contract';
import { FileText, ImageOff } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import styles from './attached-files.module.css';
import { PictureDialog } from './picture.js';
import { sizeLabel } from '../formatting/size-label.js';

/** What a message came with: documents by name and size, pictures small, and large after a click. */
export const AttachedFiles = memo(function AttachedFiles({ files }: { files: readonly Attachment[] }) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label="Attached files">
      {files.map((file, index) => (
        <li key={index}>
          {file.picture ? <Thumbnail file={file} url={file.picture.url} /> : <FileText aria-hidden="true" />}
          <span className={styles.name} title={file.name}>
            {file.name}
          </span>
          <span className={styles.size}>{sizeLabel(file.size)}</span>
        </li>
      ))}
    </ul>
  );
});

function Thumbnail({ file: { name }, url }: { file: Attachment; url: string }) {
  const [isMissing, setMissing] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  if (isMissing) return <ImageOff aria-label="This picture is no longer kept" />;
  return (
    <>
      <button
        type="button"
        className={styles.thumbnail}
        aria-label={`Enlarge: ${name}`}
        onClick={() => dialog.current?.showModal()}
      >
        <img src={url} alt="" loading="lazy" decoding="async" onError={() => setMissing(true)} />
      </button>
      <PictureDialog dialog={dialog} url={url} about={name} />
    </>
  );
}
