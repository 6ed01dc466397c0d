import { ApiError, Skeleton } from '@polylogue/web-kit';
import { ConnectionError } from '../connection-error.js';
import { Figure, Figures } from '../panel/figure.js';
import { useAnalytics } from './analytics.api.js';
import { durationWords } from './analytics.rules.js';
import { AuditLog } from './audit-log.js';
import { DayChart } from './day-chart.js';

export function SystemAnalytics() {
  const { data: figures, isPending, error } = useAnalytics();
  if (error instanceof ApiError && error.status === 403) return <ConnectionError error={error} />;
  return (
    <>
      <ConnectionError error={error} />
      {isPending && <Skeleton rows={2} rowHeight={80} />}
      {figures && (
        <>
          <Figures>
            <Figure word="Total Users" value={figures.totalUsers.toLocaleString('en-US')} />
            <Figure word="Active Users" value={figures.activeUsers.toLocaleString('en-US')} note="last 24 hours" />
            <Figure word="Total Messages" value={figures.totalMessages.toLocaleString('en-US')} />
            <Figure word="Total Sessions" value={figures.totalSessions.toLocaleString('en-US')} />
            <Figure word="Average Session Duration" value={durationWords(figures.averageSessionDuration)} />
          </Figures>
          <DayChart days={figures.days} />
        </>
      )}
      <AuditLog />
    </>
  );
}
