import type { SavedQueryDetails } from '@polylogue/api-contract';
import { when } from '@polylogue/web-kit';
import { QueryBadge } from '../query-list/query-badge.js';
import { scheduleLabel } from '../query-list/query-badge.rules.js';
import { ServiceBadges, type ServiceLooks } from '../service-labels/service-labels.js';
import styles from './query-results.module.css';
import { ResponseTimeChart } from './response-time-chart.js';

/** The query, its services and its schedule. */
export function QueryDetails({ query, looks }: { query: SavedQueryDetails; looks: ServiceLooks }) {
  const schedule = scheduleLabel(query);
  return (
    <section className={`pl-card ${styles.details}`} aria-label="Query Details">
      <header>
        <h2>Query Details</h2>
        <QueryBadge query={query} />
      </header>
      <dl>
        <div>
          <dt>Content</dt>
          <dd className={styles.content}>{query.content}</dd>
        </div>
        <div>
          <dt>AI Services</dt>
          <dd>
            <ServiceBadges names={query.selectedAiServices} looks={looks} />
          </dd>
        </div>
        {schedule && (
          <div>
            <dt>Schedule</dt>
            <dd>
              <span className={styles.line}>{schedule}</span>
              {query.nextRunAt && <span className={styles.line}>(Next run: {when(query.nextRunAt)})</span>}
              <span className={styles.zone}>Times of the schedule are {query.timeZone} time.</span>
            </dd>
          </div>
        )}
        <ResponseTimeChart executions={query.executions} looks={looks} />
      </dl>
    </section>
  );
}
