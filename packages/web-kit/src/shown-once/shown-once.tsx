import { Button } from 'antd';
import { toast } from '../toast/toast.js';
import styles from './shown-once.module.css';

export interface ShownOnceProps {
  value: string;
  /** What it is and that it is to be copied now; that it was copied; that the browser did not allow it. */
  labels: { text: string; copied: string; byHand: string };
  onDone: () => void;
}

/** A key or a secret that was just made: the one time that it is shown. */
export function ShownOnce({ value, labels: { text, copied, byHand }, onDone }: ShownOnceProps) {
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => void toast({ title: copied, variant: 'success' }),
      () => void toast({ title: byHand, description: 'The browser did not allow it.' }),
    );
  return (
    <div className={styles.shown} role="status">
      <p>{text}</p>
      <code>{value}</code>
      <div className={styles.actions}>
        <Button type="primary" onClick={() => void copy()}>
          Copy
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
