import type { Backtest } from '@polylogue/api-contract';
import { Badge, EmptyState, PageHeader, paths, useCurrentUser, when } from '@polylogue/web-kit';
import { ButtonLink, QueryState } from '@polylogue/web-kit/antd';
import { Link } from '@polylogue/web-kit/router';
import { Plus } from 'lucide-react';
import { BackLink } from '../back-link/back-link.js';
import { useBacktests } from './backtests.api.js';
import {
  backtestPaths,
  isOpen,
  percent,
  rangeText,
  roundsText,
  spentText,
  titleOf,
  verdictOf,
} from './backtests.rules.js';
import styles from './backtests.module.css';
import { OutcomeBar } from './outcome-bar.js';
import { ServiceLabel } from './service-label.js';
import { StatusBadge } from './status-badge.js';

/** Candidates that were or are compared with the replies one has, newest first. */
export default function BacktestList() {
  const mayBegin = useCurrentUser().user?.isApproved ?? false;
  const backtests = useBacktests();
  const { data } = backtests;
  const begin = mayBegin && (
    <ButtonLink type="primary" icon={<Plus aria-hidden />} to={backtestPaths.create}>
      New backtest
    </ButtonLink>
  );
  return (
    <div className={`pl-page ${styles.page}`}>
      <BackLink to={paths.qualityAssessment.href()}>Back to Quality Assessment</BackLink>
      <PageHeader title="Backtests" actions={data && data.length > 0 && begin} />
      {!data && <QueryState query={backtests} skeleton={{ rows: 3, rowHeight: 88 }} failed={failed} />}
      {data?.length === 0 && <NoBacktests action={begin} />}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((backtest) => (
            <Item key={backtest.id} backtest={backtest} />
          ))}
        </ul>
      )}
    </div>
  );
}

const failed = { title: 'The backtests could not be loaded', text: 'They are safe. Try again in a moment.' };

const NoBacktests = ({ action }: { action: React.ReactNode }) => (
  <section className="pl-card">
    <EmptyState
      title="No backtests yet"
      help="Would another model have answered your questions better? A backtest sends it the exact contexts of your past rounds. A judge that knows neither author compares its replies with those you have."
      action={action}
    />
  </section>
);

function Item({ backtest }: { backtest: Backtest }) {
  const { id, name, candidate, status, createdAt } = backtest;
  return (
    <li className="pl-card">
      <div className={styles.about}>
        <h2>
          <Link to={backtestPaths.of(id)}>{titleOf(backtest)}</Link> <StatusBadge status={status} />
        </h2>
        <p>
          {name && <ServiceLabel service={candidate.aiService} />} {name ? 'against' : 'Against'} {roundsText(backtest)}
        </p>
        <small>
          Started <time dateTime={createdAt}>{when(createdAt)}</time>
        </small>
      </div>
      <Outcome backtest={backtest} />
    </li>
  );
}

/** How far it is, and the result in a word. */
function Outcome({ backtest }: { backtest: Backtest }) {
  const { result, cases, ended } = backtest;
  const { label, tone } = verdictOf(result.score);
  return (
    <div className={styles.outcome}>
      {isOpen(backtest) ? (
        <p>
          <progress value={ended} max={Math.max(cases, 1)} aria-label="Rounds compared" /> {ended} of {cases}
        </p>
      ) : (
        <p>
          <Badge tone={tone}>{label}</Badge>{' '}
          {result.score && `${percent(result.score.share)} (${rangeText(result.score)})`}
        </p>
      )}
      {result.verdicts > 0 && !isOpen(backtest) && <OutcomeBar {...result} />}
      <small>
        {isOpen(backtest)
          ? spentText(backtest)
          : `${result.wins} won, ${result.ties} tied, ${result.losses} lost${result.failed > 0 ? `, ${result.failed} without a verdict` : ''}`}
      </small>
    </div>
  );
}
