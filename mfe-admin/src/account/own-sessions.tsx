import { Badge, when } from '@polylogue/web-kit';
import { Button, QueryState } from '@polylogue/web-kit/antd';
import { useRef } from 'react';
import { useEndSession, useSessions, useSignOutEverywhere } from './account.api.js';
import styles from './own-account.module.css';

/** Where one is signed in. What is in use here ends by logging out, each other one on its own. */
export function OwnSessions() {
  const query = useSessions();
  const { mutate, isPending: isEnding } = useSignOutEverywhere();
  const title = useRef<HTMLHeadingElement>(null);
  // The button that had the focus goes with its session.
  const endingOne = useEndSession(() => title.current?.focus());
  return (
    <section className={`pl-card ${styles.card}`} aria-labelledby="sessions-title">
      <h2 id="sessions-title" ref={title} tabIndex={-1}>
        Sessions
      </h2>
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
            <span className={styles.used}>
              <span>
                last used <time dateTime={lastSeenAt}>{when(lastSeenAt)}</time>
              </span>
              {!isCurrent && (
                <Button
                  size="small"
                  disabled={endingOne.isPending}
                  aria-label={`End the session of ${device}, last used ${when(lastSeenAt)}`}
                  onClick={() => endingOne.mutate({ parameters: { id } })}
                >
                  End
                </Button>
              )}
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
