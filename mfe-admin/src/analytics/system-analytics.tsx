import { grouped } from '@polylogue/api-contract';
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
            <Figure label="Total Users" value={grouped(figures.totalUsers)} />
            <Figure label="Active Users" value={grouped(figures.activeUsers)} note="last 24 hours" />
            <Figure label="Total Messages" value={grouped(figures.totalMessages)} />
            <Figure label="Total Sessions" value={grouped(figures.totalSessions)} />
            <Figure label="Average Session Duration" value={formatDuration(figures.averageSessionDuration)} />
          </Figures>
          <DayChart days={figures.days} />
        </>
      )}
      <AuditLog />
    </PanelTab>
  );
}
