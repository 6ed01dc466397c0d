import { Skeleton } from '@polylogue/web-kit';
import { KeyList } from '../api-keys/key-list.js';
import { useRevokeUserKey, useUserKeys } from './users.api.js';
import styles from './user-details.module.css';

/** The API keys of a user, for an administrator to revoke. */
export function UserKeys({ userId }: { userId: string }) {
  const { data: keys, isPending, error } = useUserKeys(userId);
  const revoking = useRevokeUserKey();
  return (
    <section className={styles.section} aria-labelledby="user-keys">
      <h3 id="user-keys">API Keys</h3>
      {isPending && <Skeleton rows={2} rowHeight={40} />}
      {error && <p className={styles.nothing}>The API keys could not be read.</p>}
      {keys?.length === 0 && <p className={styles.nothing}>No API keys</p>}
      {keys && keys.length > 0 && <KeyList keys={keys} revoking={revoking} />}
    </section>
  );
}
