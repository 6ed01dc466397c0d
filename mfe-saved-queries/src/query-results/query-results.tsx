import type { SavedQuery } from '@polylogue/api-contract';
import { Badge, EmptyState, paths } from '@polylogue/web-kit';
import { Button, ButtonLink, isNotFound, QueryState } from '@polylogue/web-kit/antd';
import { ArrowLeft, Pencil } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useParams } from '@polylogue/web-kit/router';
import { QueryNotFound } from '../query-form/query-not-found.js';
import { PauseButton } from '../query-list/pause-button.js';
import { RunButton } from '../query-list/run-button.js';
import { isOpen, useAiServices, useExecutionHints } from '../saved-queries.api.js';
import { looksOf } from '../service-labels/service-labels.js';
import { WatchTimeline } from '../watch/watch-timeline.js';
import { WebhookCard } from '../webhook/webhook-card.js';
import { loadedOf, numbersOf } from './execution.rules.js';
import { ExecutionCard } from './execution-card.js';
import { ExportButtons } from './export-buttons.js';
import { QueryDetails } from './query-details.js';
import { useQueryResults, useShowEarlier } from './query-results.api.js';
import styles from './query-results.module.css';
import { RunStrip } from './run-strip.js';

const failed = { title: 'The query could not be loaded', text: 'Try again in a moment.' };

/** A saved query and what its runs answered, newest first. */
export default function QueryResults() {
  const id = Number(useParams()['id']);
  const shown = useQueryResults(id);
  const query = shown.data;
  const { data: services } = useAiServices();
  const looks = useMemo(() => looksOf(services ?? []), [services]);
  const showEarlier = useShowEarlier(id);
  useExecutionHints(id);
  if (!query || isNotFound(shown.error)) {
    return (
      <div className="pl-page">
        <QueryState query={shown} skeleton={{ rows: 8, rowHeight: 56 }} failed={failed} notFound={<QueryNotFound />} />
      </div>
    );
  }
  const executions = loadedOf(query);
  const last = executions.at(-1);
  const beside = { executions, services: looks, content: query.content };
  return (
    <div className="pl-page">
      <Link className={styles.back} to={paths.savedQueries.href()}>
        <ArrowLeft aria-hidden="true" />
        Saved Queries
      </Link>
      <Head query={query} isRunning={query.executions.some(isOpen)} />
      <div className={styles.columns}>
        <div className={styles.history}>
          <div className={styles.title}>
            <h2>Execution History</h2>
            <Badge>{query.executionsTotal} execution(s)</Badge>
            <RunStrip executions={executions} />
            {executions.length > 0 && <ExportButtons query={query} />}
          </div>
          {executions.length === 0 && <NoExecutions />}
          <WatchTimeline id={id} executions={executions} numbers={numbersOf(executions)} services={looks} />
          {executions.map((execution) => (
            <ExecutionCard key={execution.id} execution={execution} {...beside} />
          ))}
          {last && executions.length < query.executionsTotal && (
            <Button disabled={showEarlier.isPending} onClick={() => showEarlier.mutate(last.id)}>
              Show earlier executions
            </Button>
          )}
        </div>
        <div className={styles.side}>
          <QueryDetails query={{ ...query, executions }} looks={looks} />
          <WebhookCard id={query.id} />
        </div>
      </div>
    </div>
  );
}

const Head = ({ query, isRunning }: { query: SavedQuery; isRunning: boolean }) => (
  <div className={styles.head}>
    <div>
      <h1>{query.title}</h1>
      {query.description && <p>{query.description}</p>}
    </div>
    <div className={styles.actions}>
      <PauseButton query={query} />
      <ButtonLink to={paths.editSavedQuery.href(query.id)} icon={<Pencil aria-hidden />}>
        Edit
      </ButtonLink>
      <RunButton query={query} isPrimary isRunning={isRunning} />
    </div>
  </div>
);

const NoExecutions = () => (
  <section className="pl-card">
    <EmptyState
      title="No Executions Yet"
      help="This query hasn't been executed yet. Run it manually or wait for the scheduled execution."
    />
  </section>
);
