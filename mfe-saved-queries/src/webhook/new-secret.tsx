import { toast } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import styles from './webhook.module.css';

/** A secret that was just made: the one time that it is shown. */
export function NewSecret({ value, onDone }: { value: string; onDone: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => void toast({ title: 'Secret copied', variant: 'success' }),
      () => void toast({ title: 'Copy the secret by hand', description: 'The browser did not allow it.' }),
    );
  return (
    <div className={styles.secret} role="status">
      <p>Copy the secret now. It is not shown again.</p>
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
