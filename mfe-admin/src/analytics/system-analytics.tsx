import { ApiError, Skeleton } from '@polylogue/web-kit';
import { ConnectionError } from '../connection-error.js';
import { useAnalytics } from './analytics.api.js';
import { durationWords } from './analytics.rules.js';
import { AuditLog } from './audit-log.js';
import { DayChart } from './day-chart.js';
import styles from './system-analytics.module.css';

export function SystemAnalytics() {
  const { data: figures, isPending, error } = useAnalytics();
  if (error instanceof ApiError && error.status === 403) return <ConnectionError error={error} />;
  return (
    <>
      <ConnectionError error={error} />
      {isPending && <Skeleton rows={2} rowHeight={80} />}
      {figures && (
        <>
          <dl className={styles.figures}>
            <Figure word="Total Users" value={figures.totalUsers.toLocaleString('en-US')} />
            <Figure word="Active Users" value={figures.activeUsers.toLocaleString('en-US')} note="last 24 hours" />
            <Figure word="Total Messages" value={figures.totalMessages.toLocaleString('en-US')} />
            <Figure word="Total Sessions" value={figures.totalSessions.toLocaleString('en-US')} />
            <Figure word="Average Session Duration" value={durationWords(figures.averageSessionDuration)} />
          </dl>
          <DayChart days={figures.days} />
        </>
      )}
      <AuditLog />
    </>
  );
}

const Figure = ({ word, value, note }: { word: string; value: string; note?: string }) => (
  <div className="pl-card">
    <dt>{word}</dt>
    <dd>
      {value}
      {note && <small>{note}</small>}
    </dd>
  </div>
);
