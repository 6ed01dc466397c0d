import { toast } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import styles from '../api-keys/api-keys.module.css';
import card from './own-account.module.css';

/** A key that was just made: the one time that it is shown. */
export function NewKey({ value, onDone }: { value: string; onDone: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => void toast({ title: 'API key copied', variant: 'success' }),
      () => void toast({ title: 'Copy the key by hand', description: 'The browser did not allow it.' }),
    );
  return (
    <div className={styles.created} role="status">
      <p>Copy the key now. It is not shown again.</p>
      <code>{value}</code>
      <div className={card.row}>
        <Button type="primary" onClick={() => void copy()}>
          Copy
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
