import { useEffect, useRef } from 'react';
import styles from './confirm-delete.module.css';

/** Asks before anything is gone for good. */
export function ConfirmDelete({
  count,
  onConfirm,
  onCancel,
}: {
  count: number;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const what = count === 1 ? 'this conversation' : `${count} conversations`;
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="confirm-delete" onClose={onCancel}>
      <h2 id="confirm-delete">Delete {what}?</h2>
      <p>This cannot be undone. Export first what you may want to keep.</p>
      <div>
        <button type="button" className="pl-button" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" className={`pl-button ${styles.delete}`} onClick={onConfirm}>
          Delete
        </button>
      </div>
    </dialog>
  );
}
