import { Figure, Figures } from '../panel/figure.js';
import { PanelTab } from '../panel/panel-tab.js';
import { useAnalytics } from './analytics.api.js';
import { formatDuration } from './analytics.rules.js';
import { AuditLog } from './audit-log.js';
import { DayChart } from './day-chart.js';

export function SystemAnalytics() {
  const query = useAnalytics();
  const { data: figures } = query;
  return (
    <PanelTab query={query} skeleton={{ rows: 2, rowHeight: 80 }}>
      {figures && (
        <>
          <Figures>
            <Figure label="Total Users" value={figures.totalUsers.toLocaleString('en-US')} />
            <Figure label="Active Users" value={figures.activeUsers.toLocaleString('en-US')} note="last 24 hours" />
            <Figure label="Total Messages" value={figures.totalMessages.toLocaleString('en-US')} />
            <Figure label="Total Sessions" value={figures.totalSessions.toLocaleString('en-US')} />
            <Figure label="Average Session Duration" value={formatDuration(figures.averageSessionDuration)} />
          </Figures>
          <DayChart days={figures.days} />
        </>
      )}
      <AuditLog />
    </PanelTab>
  );
}
