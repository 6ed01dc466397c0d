import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../controls/icon-button.js';
import styles from './shortcut-sheet.module.css';
import { shortcutRows } from './shortcuts.rules.js';

/** All keys on one sheet; Esc or a click beside it closes it. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the keyboard closes a dialog by Esc
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby="shortcut-title"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.head}>
        <h2 id="shortcut-title">Keyboard shortcuts</h2>
        <IconButton label="Close" icon={X} size={16} onClick={onClose} />
      </div>
      <dl>
        {shortcutRows.map(([keys, label]) => (
          <div key={label}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
