import type { Backtest } from '@polylogue/api-contract';
import { NoticeCard, PageHeader, when } from '@polylogue/web-kit';
import { ButtonLink, QueryState } from '@polylogue/web-kit/antd';
import { useParams } from '@polylogue/web-kit/router';
import { BackLink } from '../back-link/back-link.js';
import { BacktestActions } from './backtest-actions.js';
import { useBacktest } from './backtests.api.js';
import { backtestPaths, gapLines, roundsText, titleOf } from './backtests.rules.js';
import styles from './backtests.module.css';
import { CaseList } from './case-list.js';
import { OrdersTable } from './orders-table.js';
import { PeopleCard } from './people-card.js';
import { ProgressCard } from './progress-card.js';
import { ResultCard } from './result-card.js';
import { SavingsTable } from './savings-table.js';
import { CandidateLabel } from './service-label.js';
import { StatusBadge } from './status-badge.js';
import { TagsTable } from './tags-table.js';
import { WorstLosses } from './worst-losses.js';

/** One backtest: how far it is, and what it found. */
export default function BacktestPage() {
  const { id = '' } = useParams();
  const backtest = useBacktest(id);
  return (
    <div className={`pl-page ${styles.page}`}>
      <BackLink to={backtestPaths.list}>Back to Backtests</BackLink>
      {backtest.data ? (
        <Shown backtest={backtest.data} />
      ) : (
        <>
          <PageHeader title="Backtest" />
          <QueryState query={backtest} skeleton={{ rows: 5, rowHeight: 72 }} failed={failed} notFound={notFound} />
        </>
      )}
    </div>
  );
}

const failed = { title: 'The backtest could not be loaded', text: 'It is safe, and goes on. Try again in a moment.' };

const notFound = (
  <NoticeCard
    role="alert"
    title="Backtest not found"
    text="It may have been deleted, or the link is not complete."
    action={<ButtonLink to={backtestPaths.list}>Show all backtests</ButtonLink>}
  />
);

function Shown({ backtest }: { backtest: Backtest }) {
  const { id, status, ended, result, people } = backtest;
  return (
    <>
      <PageHeader
        title={titleOf(backtest)}
        beside={<StatusBadge status={status} />}
        actions={<BacktestActions backtest={backtest} />}
      />
      <About backtest={backtest} />
      <ProgressCard backtest={backtest} />
      <ResultCard backtest={backtest} />
      <PeopleCard backtest={backtest} />
      {(result.cost ?? result.responseTime) && <SavingsTable backtest={backtest} />}
      {result.byTag.length > 0 && <TagsTable rows={result.byTag} />}
      {result.orders.length > 0 && <OrdersTable rows={result.orders} />}
      {/* What one reads does not move while cases come in, and nothing of it says who wrote what before it may. */}
      {status !== 'running' && ended > 0 && !people?.open && (
        <>
          {result.losses > 0 && <WorstLosses id={id} />}
          <CaseList id={id} figures={result} />
        </>
      )}
    </>
  );
}

function About({ backtest }: { backtest: Backtest }) {
  const { candidate, judge, result, createdAt, endedAt, leftOut } = backtest;
  const judges = judge ? [judge] : result.judges;
  const gaps = gapLines(leftOut);
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Candidate</dt>
        <dd>
          <CandidateLabel candidate={candidate} />
        </dd>
      </div>
      <div>
        <dt>Against</dt>
        <dd>{roundsText(backtest)}</dd>
      </div>
      <div>
        <dt>Judged by</dt>
        <dd>{judges.map(({ displayName }) => displayName).join(', ') || 'chosen for each round'}</dd>
      </div>
      <div>
        <dt>{endedAt ? 'Ended' : 'Started'}</dt>
        <dd>
          <time dateTime={endedAt ?? createdAt}>{when(endedAt ?? createdAt)}</time>
        </dd>
      </div>
      {gaps.length > 0 && (
        <div>
          <dt>Left out</dt>
          <dd>{gaps.join('; ')}</dd>
        </div>
      )}
    </dl>
  );
}
