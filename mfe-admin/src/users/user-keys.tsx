import { QueryState } from '@polylogue/web-kit/antd';
import { KeyList } from '../api-keys/key-list.js';
import { useRevokeUserKey, useUserKeys } from './users.api.js';
import styles from './user-details.module.css';

/** The API keys of a user, for an administrator to revoke. */
export function UserKeys({ userId }: { userId: string }) {
  const query = useUserKeys(userId);
  const { data: keys } = query;
  const revoking = useRevokeUserKey();
  return (
    <section className={styles.section} aria-labelledby="user-keys">
      <h3 id="user-keys">API Keys</h3>
      <QueryState
        query={query}
        skeleton={{ rows: 2, rowHeight: 40 }}
        failed={{ title: 'The API keys could not be read.' }}
        isInCard
      />
      {keys?.length === 0 && <p className={styles.nothing}>No API keys</p>}
      {keys && keys.length > 0 && <KeyList keys={keys} revoking={revoking} />}
    </section>
  );
}
