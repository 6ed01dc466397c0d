import { Badge, when } from '@polylogue/web-kit';
import { Button, QueryState } from '@polylogue/web-kit/antd';
import { useSessions, useSignOutEverywhere } from './account.api.js';
import styles from './own-account.module.css';

export function OwnSessions() {
  const query = useSessions();
  const { mutate, isPending: isEnding } = useSignOutEverywhere();
  return (
    <section className={`pl-card ${styles.card}`} aria-labelledby="sessions-title">
      <h2 id="sessions-title">Sessions</h2>
      <QueryState
        query={query}
        skeleton={{ rows: 2, rowHeight: 36 }}
        failed={{ title: 'Your sessions could not be read.' }}
        isInCard
      />
      <ul className={styles.sessions}>
        {query.data?.map(({ id, device, lastSeenAt, isCurrent }) => (
          <li key={id}>
            <span>{device}</span>
            {isCurrent && <Badge tone="brand">This one</Badge>}
            <span>
              last used <time dateTime={lastSeenAt}>{when(lastSeenAt)}</time>
            </span>
          </li>
        ))}
      </ul>
      <Button disabled={isEnding} onClick={() => mutate({ body: undefined })}>
        Sign out everywhere
      </Button>
    </section>
  );
}
