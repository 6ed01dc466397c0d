import { Badge, EmptyState, when } from '@polylogue/web-kit';
import { Button, QueryState, useFirstRows } from '@polylogue/web-kit/antd';
import heads from '../panel/card-head.module.css';
import { useAuditEntries, useVerification } from './analytics.api.js';
import { actionLabelOf, circumstancesOf } from './audit-labels.rules.js';
import styles from './system-analytics.module.css';

/** The newest entries of the append-only log, and whether it still stands as it was written. */
export function AuditLog() {
  const query = useAuditEntries();
  const { data: entries } = query;
  const { data: verified, isError, refetch, isFetching } = useVerification();
  const { shown, showAll } = useFirstRows(entries ?? [], verified?.entries);
  return (
    <section className={`pl-card ${styles.audit}`} aria-labelledby="audit-title">
      <header className={heads.head}>
        <h2 id="audit-title">Audit Log</h2>
        {isError && <Badge tone="error">Could not be verified</Badge>}
        {verified && !isError && (
          <Badge tone={verified.isWhole ? 'ok' : 'error'}>
            {verified.isWhole ? `${verified.entries} entries, whole` : `Broken at entry ${verified.brokenAt}`}
          </Badge>
        )}
        <Button disabled={isFetching} onClick={() => void refetch()}>
          {isFetching ? 'Verifying…' : 'Verify'}
        </Button>
      </header>
      {!entries && (
        <QueryState
          query={query}
          skeleton={{ rows: 4, rowHeight: 34 }}
          failed={{ title: 'The audit log could not be read.' }}
          isInCard
        />
      )}
      {entries?.length === 0 && <EmptyState title="Nothing has been written down yet" />}
      <ol>
        {shown.map((entry) => (
          <li key={entry.position}>
            <span className={styles.position}>{entry.position}</span>
            <span>
              {actionLabelOf(entry)} <em>{circumstancesOf(entry)}</em>
            </span>
            <time dateTime={entry.at}>{when(entry.at)}</time>
          </li>
        ))}
      </ol>
      {showAll}
    </section>
  );
}
