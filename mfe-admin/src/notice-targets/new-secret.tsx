import { toast } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import card from '../account/own-account.module.css';
import styles from '../api-keys/api-keys.module.css';

/** The secret of a webhook that was just added: the one time that it is shown. */
export function NewSecret({ value, onDone }: { value: string; onDone: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => void toast({ title: 'Secret copied', variant: 'success' }),
      () => void toast({ title: 'Copy the secret by hand', description: 'The browser did not allow it.' }),
    );
  return (
    <div className={styles.created} role="status">
      <p>Copy the secret of the webhook now. It is not shown again.</p>
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
