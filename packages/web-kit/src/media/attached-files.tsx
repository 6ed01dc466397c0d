import type { Attachment, DrawnPages } from '@polylogue/api-contract';
import { FileText, ImageOff } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import styles from './attached-files.module.css';
import { PictureDialog } from './picture.js';
import { sizeLabel } from '../formatting/size-label.js';

/** What a message came with: documents by name, size and drawn pages, pictures small, and large after a click. */
export const AttachedFiles = memo(function AttachedFiles({ files }: { files: readonly Attachment[] }) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label="Attached files">
      {files.map((file, index) => (
        <li key={index}>
          {file.picture ? <Thumbnail name={file.name} url={file.picture.url} /> : <FileText aria-hidden="true" />}
          <span className={styles.name} title={file.name}>
            {file.name}
          </span>
          <span className={styles.size}>{sizeLabel(file.size)}</span>
          {file.pages && <Pages file={file} pages={file.pages} />}
        </li>
      ))}
    </ul>
  );
});

function Pages({ file: { name }, pages }: { file: Attachment; pages: DrawnPages }) {
  return (
    <span className={styles.pages} role="group" aria-label={`Drawn pages of ${name}`}>
      {pages.pictures.map(({ page, url }) => (
        <Thumbnail key={page} name={`page ${page} of ${name}`} url={url} />
      ))}
      <span className={styles.size}>
        {pages.pictures.length} of {pages.count} {pages.count === 1 ? 'page' : 'pages'}
      </span>
    </span>
  );
}

function Thumbnail({ name, url }: { name: string; url: string }) {
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
