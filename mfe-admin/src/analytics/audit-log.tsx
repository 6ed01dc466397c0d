import { Badge, EmptyState, when } from '@polylogue/web-kit';
import { useAuditEntries, useVerification } from './analytics.api.js';
import styles from './system-analytics.module.css';

/** The newest entries of the log that nobody can change, and whether it still stands as it was written. */
export function AuditLog() {
  const { data: entries } = useAuditEntries();
  const { data: verified, refetch, isFetching } = useVerification();
  return (
    <section className={`pl-card ${styles.audit}`} aria-labelledby="audit-title">
      <header>
        <h2 id="audit-title">Audit Log</h2>
        {verified && (
          <Badge tone={verified.isWhole ? 'ok' : 'error'}>
            {verified.isWhole ? `${verified.entries} entries, whole` : `Broken at entry ${verified.brokenAt}`}
          </Badge>
        )}
        <button type="button" className="pl-button" disabled={isFetching} onClick={() => void refetch()}>
          {isFetching ? 'Verifying…' : 'Verify'}
        </button>
      </header>
      {entries?.length === 0 && <EmptyState title="Nothing has been written down yet" />}
      <ol>
        {entries?.map(({ position, at, action, details }) => (
          <li key={position}>
            <span className={styles.position}>{position}</span>
            <span>
              {action.replaceAll('_', ' ')} <em>{Object.values(details).map(String).join(' · ')}</em>
            </span>
            <time dateTime={at}>{when(at)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}
