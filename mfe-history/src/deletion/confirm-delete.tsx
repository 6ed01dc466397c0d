import { Button } from '@polylogue/web-kit/antd';
import { useEffect, useRef } from 'react';
import type { DeletedKind } from './deleting.api.js';
import styles from './confirm-delete.module.css';

/** Asks before anything is gone for good. */
export function ConfirmDelete({
  count,
  kind,
  onConfirm,
  onCancel,
}: {
  count: number;
  kind: DeletedKind;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const what = count === 1 ? `this ${kind}` : `${count} ${kind}s`;
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="confirm-delete" onClose={onCancel}>
      <h2 id="confirm-delete">Delete {what}?</h2>
      <p>This cannot be undone. Export first what you may want to keep.</p>
      <div>
        <Button onClick={onCancel}>Cancel</Button>
        <Button danger onClick={onConfirm}>
          Delete
        </Button>
      </div>
    </dialog>
  );
}
