import type { SavedQuery } from '@polylogue/api-contract';
import { paths, when } from '@polylogue/web-kit';
import { ButtonLink } from '@polylogue/web-kit/antd';
import { Pencil } from 'lucide-react';
import { Link } from '@polylogue/web-kit/router';
import { ServiceBadges, type ServiceLooks } from '../service-labels/service-labels.js';
import { DeleteButton } from './delete-button.js';
import { PauseButton } from './pause-button.js';
import { QueryBadge } from './query-badge.js';
import { scheduleLabel } from './query-badge.rules.js';
import styles from './query-list.module.css';
import { RunButton } from './run-button.js';

export function QueryRow({ query, looks }: { query: SavedQuery; looks: ServiceLooks }) {
  const schedule = scheduleLabel(query);
  const details = [
    schedule,
    query.nextRunAt && `Next run: ${when(query.nextRunAt)}`,
    query.lastRunAt ? `Last run: ${when(query.lastRunAt)}` : 'Not run yet',
  ].filter(Boolean);
  return (
    <li className={`pl-card ${styles.row}`}>
      <div className={styles.what}>
        <h2 className={styles.title}>
          <Link to={paths.savedQueryResults.href(query.id)}>{query.title}</Link>
          <QueryBadge query={query} />
        </h2>
        {query.description && <p className={styles.description}>{query.description}</p>}
        <p className={styles.content}>{query.content}</p>
        <ServiceBadges names={query.selectedAiServices} looks={looks} />
        <p className={styles.details}>{details.join(' · ')}</p>
      </div>
      <div className={styles.actions}>
        <RunButton query={query} />
        <PauseButton query={query} />
        <ButtonLink
          to={paths.editSavedQuery.href(query.id)}
          className={styles.icon}
          aria-label={`Edit ${query.title}`}
          icon={<Pencil aria-hidden />}
        >
          Edit
        </ButtonLink>
        <DeleteButton query={query} />
      </div>
    </li>
  );
}
