import { EmptyState, PageHeader, paths } from '@polylogue/web-kit';
import { ButtonLink, QueryState, useFirstRows } from '@polylogue/web-kit/antd';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useAiServices, useExecutionHints, useSavedQueries } from '../saved-queries.api.js';
import { looksOf } from '../service-labels/service-labels.js';
import styles from './query-list.module.css';
import { QueryRow } from './query-row.js';

const newQuery = (
  <ButtonLink type="primary" to={paths.newSavedQuery.href()} icon={<Plus aria-hidden />}>
    New Query
  </ButtonLink>
);

export default function QueryList() {
  const queries = useSavedQueries();
  const { data: services } = useAiServices();
  const looks = useMemo(() => looksOf(services ?? []), [services]);
  useExecutionHints();
  const { shown, showAll } = useFirstRows(queries.data ?? []);
  const isEmpty = queries.data?.length === 0;
  return (
    <div className="pl-page">
      <PageHeader title="Saved Queries" actions={!isEmpty && newQuery} />
      <QueryState
        query={queries}
        skeleton={{ rows: 4, rowHeight: 112 }}
        failed={{
          title: 'Saved queries could not be loaded',
          text: 'Your queries are safe, and their schedules go on. Try again in a moment.',
        }}
      />
      {isEmpty && (
        <section className="pl-card">
          <EmptyState
            title="No saved queries yet"
            help="Save a prompt to run it again, by hand or on a schedule, and see how the answers change."
            action={newQuery}
          />
        </section>
      )}
      {shown.length > 0 && (
        <ul className={styles.list} aria-label="Saved queries">
          {shown.map((query) => (
            <QueryRow key={query.id} query={query} looks={looks} />
          ))}
        </ul>
      )}
      {showAll}
    </div>
  );
}
