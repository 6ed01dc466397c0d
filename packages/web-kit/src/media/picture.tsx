import type { Media } from '@polylogue/api-contract';
import { Maximize2, X } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import styles from './media.module.css';

interface PictureProps {
  medium: Media;
  about: string;
  onError: () => void;
}

/** A picture as wide as there is room; a click shows it as large as the window. */
export function Picture({ medium, about, onError }: PictureProps) {
  const [isLoaded, setLoaded] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <div className={styles.picture} data-loading={isLoaded ? undefined : ''}>
        <img src={medium.url} alt={about} decoding="async" onLoad={() => setLoaded(true)} onError={onError} />
        <button type="button" aria-label={`Enlarge: ${about}`} onClick={() => dialog.current?.showModal()}>
          <Maximize2 aria-hidden="true" />
        </button>
      </div>
      <PictureDialog dialog={dialog} url={medium.url} about={about} />
    </>
  );
}

interface PictureDialogProps {
  dialog: RefObject<HTMLDialogElement | null>;
  url: string;
  about: string;
}

/** A picture as large as the window. */
export const PictureDialog = ({ dialog, url, about }: PictureDialogProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Esc closes a dialog by itself
  <dialog
    ref={dialog}
    className={styles.large}
    aria-label={about}
    onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
  >
    <img src={url} alt={about} loading="lazy" decoding="async" />
    <button type="button" aria-label="Close the picture" onClick={() => dialog.current?.close()}>
      <X aria-hidden="true" />
    </button>
  </dialog>
);
