import type { Suite } from '@polylogue/api-contract';
import { NoticeCard, PageHeader, useCurrentUser, when } from '@polylogue/web-kit';
import { ButtonLink, QueryState } from '@polylogue/web-kit/antd';
import { useParams } from '@polylogue/web-kit/router';
import { useState } from 'react';
import { BackLink } from '../back-link/back-link.js';
import pageStyles from '../backtests/backtests.module.css';
import { backtestPaths } from '../backtests/backtests.rules.js';
import { CandidateLabel } from '../backtests/service-label.js';
import { LeftOutList } from './left-out-list.js';
import { ResultList } from './result-list.js';
import { RunWithAnother } from './run-with-another.js';
import { RunList } from './run-list.js';
import { ScheduleCard } from './schedule-card.js';
import { SuiteActions } from './suite-actions.js';
import { useSuite } from './suites.api.js';
import { assertionText, casesText, suitePaths } from './suites.rules.js';
import styles from './suites.module.css';

/** One suite: what it asks for, what its newest run found, and when it runs. */
export default function SuitePage() {
  const { id = '' } = useParams();
  const suite = useSuite(id);
  return (
    <div className={`pl-page ${pageStyles.page}`}>
      <BackLink to={suitePaths.list}>Back to Suites</BackLink>
      {suite.data ? (
        <Shown suite={suite.data} />
      ) : (
        <>
          <PageHeader title="Suite" />
          <QueryState query={suite} skeleton={{ rows: 5, rowHeight: 72 }} failed={failed} notFound={notFound} />
        </>
      )}
    </div>
  );
}

const failed = { title: 'The suite could not be loaded', text: 'It is safe. Try again in a moment.' };

const notFound = (
  <NoticeCard
    role="alert"
    title="Suite not found"
    text="It may have been deleted, or the link is not complete."
    action={<ButtonLink to={suitePaths.list}>Show all suites</ButtonLink>}
  />
);

function Shown({ suite }: { suite: Suite }) {
  const [isChoosing, setChoosing] = useState(false);
  const mayRun = suite.latestRun?.status !== 'running';
  return (
    <>
      <PageHeader
        title={suite.name}
        actions={<SuiteActions suite={suite} isChoosing={isChoosing} onChoose={setChoosing} />}
      />
      {isChoosing && mayRun && <RunWithAnother suite={suite} onClose={() => setChoosing(false)} />}
      <About suite={suite} />
      {suite.latestRun && <ResultList suite={suite} run={suite.latestRun} />}
      <ScheduleCard suite={suite} />
      {suite.latestRun && <RunList suite={suite} />}
    </>
  );
}

function About({ suite }: { suite: Suite }) {
  const { id, candidate, cases, assertions, judge, createdAt, leftOut } = suite;
  const mayChange = useCurrentUser().user?.isApproved ?? false;
  return (
    <section className={`pl-card ${pageStyles.fields}`} aria-labelledby="about-title">
      <h2 id="about-title">What is asked for</h2>
      <p>
        {casesText(cases)} to <CandidateLabel candidate={candidate} />
        {judge && `, judged by ${judge.displayName}`}; made <time dateTime={createdAt}>{when(createdAt)}</time>
      </p>
      {assertions.length > 0 && (
        <ul className={styles.checks} aria-label="Of every answer">
          {assertions.map((assertion, index) => (
            <li key={index}>{assertionText(assertion)}</li>
          ))}
        </ul>
      )}
      {mayChange && (
        <div className={styles.links}>
          <ButtonLink to={suitePaths.assertions(id)}>Change assertions</ButtonLink>
          <ButtonLink to={backtestPaths.createOn(id)}>Start a backtest on these rounds</ButtonLink>
        </div>
      )}
      {leftOut.length > 0 && <LeftOutList leftOut={leftOut} />}
    </section>
  );
}
