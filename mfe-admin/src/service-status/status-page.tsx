import { PanelTab } from '../panel/panel-tab.js';
import { useServiceStatus } from './service-status.api.js';
import { ServiceCard } from './service-card.js';
import styles from './service-status.module.css';
import { formatSummary } from './status.rules.js';

/** How each service stands: what it needs, what waits, what it gave up on. */
export default function StatusPage() {
  const query = useServiceStatus();
  const { data: services } = query;
  return (
    <PanelTab query={query} skeleton={{ rows: 3, rowHeight: 120 }}>
      {services && (
        <>
          <p className={styles.summary} role="status">
            {formatSummary(services)}
          </p>
          <ul className={styles.services}>
            {services.map((service) => (
              <ServiceCard key={service.name} service={service} />
            ))}
          </ul>
        </>
      )}
    </PanelTab>
  );
}
