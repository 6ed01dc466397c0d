import type { Suite } from '@polylogue/api-contract';
import { Badge, EmptyState, PageHeader, paths, useCurrentUser, when } from '@polylogue/web-kit';
import { ButtonLink, QueryState } from '@polylogue/web-kit/antd';
import { Link } from '@polylogue/web-kit/router';
import { Plus } from 'lucide-react';
import { BackLink } from '../back-link/back-link.js';
import styles from '../backtests/backtests.module.css';
import { ServiceLabel } from '../backtests/service-label.js';
import { useSuites } from './suites.api.js';
import { casesText, runText, runWord, scheduleText, suitePaths } from './suites.rules.js';

/** Frozen sets with what has to hold of each answer, newest first. */
export default function SuiteList() {
  const mayMake = useCurrentUser().user?.isApproved ?? false;
  const suites = useSuites();
  const { data } = suites;
  const make = mayMake && (
    <ButtonLink type="primary" icon={<Plus aria-hidden />} to={suitePaths.create}>
      New suite
    </ButtonLink>
  );
  return (
    <div className={`pl-page ${styles.page}`}>
      <BackLink to={paths.qualityAssessment.href()}>Back to Quality Assessment</BackLink>
      <PageHeader title="Suites" actions={data && data.length > 0 && make} />
      {!data && <QueryState query={suites} skeleton={{ rows: 3, rowHeight: 88 }} failed={failed} />}
      {data?.length === 0 && (
        <section className="pl-card">
          <EmptyState
            title="No suites yet"
            help="A suite is a frozen set of your questions with what has to hold of each answer. Run it by hand or by a schedule; when answers get worse, you are told."
            action={make}
          />
        </section>
      )}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((suite) => (
            <Item key={suite.id} suite={suite} />
          ))}
        </ul>
      )}
    </div>
  );
}

const failed = { title: 'The suites could not be loaded', text: 'They are safe. Try again in a moment.' };

function Item({ suite }: { suite: Suite }) {
  const { id, name, candidate, cases, latestRun } = suite;
  return (
    <li className="pl-card">
      <div className={styles.about}>
        <h2>
          <Link to={suitePaths.of(id)}>{name}</Link>
        </h2>
        <p>
          {casesText(cases)} to <ServiceLabel service={candidate.aiService} />
        </p>
        <small>{scheduleText(suite)}</small>
      </div>
      <div className={styles.outcome}>
        {latestRun ? (
          <>
            <p>
              <Badge tone={runWord(latestRun).tone}>{runWord(latestRun).label}</Badge> {runText(latestRun)}
            </p>
            <small>
              <time dateTime={latestRun.createdAt}>{when(latestRun.createdAt)}</time>
            </small>
          </>
        ) : (
          <p>Not run yet</p>
        )}
      </div>
    </li>
  );
}
