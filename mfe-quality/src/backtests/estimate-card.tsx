import type { BacktestEstimate, BodyOf, estimateBacktest } from '@polylogue/api-contract';
import { moneyRange } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { costFigure, durationOf, useCostQuestion } from '@polylogue/web-kit/estimate';
import { Play } from 'lucide-react';
import { shortBudget, type BacktestForm } from './backtest-form.rules.js';
import { useAskAbove, useBacktestEstimate } from './backtests.api.js';
import { gapLines } from './backtests.rules.js';
import styles from './backtests.module.css';
import { faultOfPrice } from './price-fault.rules.js';
import { ServiceLabel } from './service-label.js';

interface EstimateProps {
  form: BacktestForm;
  /** Undefined while something is missing. */
  wanted: BodyOf<typeof estimateBacktest> | undefined;
  /** Whether it was tried to start what cannot be. */
  isWrong: boolean;
  isStarting: boolean;
  onStart: () => void;
}

/** What would be compared and what it would cost. Nothing starts whose price was not shown. */
export function EstimateCard({ form, wanted, isWrong, isStarting, onStart }: EstimateProps) {
  const { ask, question } = useCostQuestion('Start');
  const askAbove = useAskAbove();
  const { data, error, isCurrent, refetch } = useBacktestEstimate(wanted);
  const shown = wanted && !error ? data : undefined;
  const isReady = isCurrent && shown !== undefined && shown.rounds > 0;
  const start = () => ask(shown && { estimate: shown, askAbove }, onStart);
  return (
    <section className={`pl-card ${styles.estimate}`} aria-labelledby="estimate-title" aria-busy={!isCurrent}>
      <h2 id="estimate-title">Before it starts</h2>
      <div className={styles.expected} role="status">
        {!wanted && <p>Choose a candidate and a sample to see what would be compared, and what that would cost.</p>}
        {wanted && error && <Unpriced error={error} onRetry={() => void refetch()} />}
        {wanted && !error && !shown && <p>Counting your rounds…</p>}
        {shown && <Expected estimate={shown} form={form} />}
      </div>
      {isWrong && (
        <p className={styles.fault} role="alert">
          Something is missing or wrong in the form; it is said beside each field.
        </p>
      )}
      <Button
        type="primary"
        icon={<Play aria-hidden />}
        disabled={isStarting || (wanted !== undefined && !isReady)}
        onClick={wanted ? start : onStart}
      >
        {isStarting ? 'Starting…' : 'Start backtest'}
      </Button>
      {question}
    </section>
  );
}

const Unpriced = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <>
    <p>{faultOfPrice(error)}</p>
    <Button onClick={onRetry}>Retry</Button>
  </>
);

function Expected({ estimate, form }: { estimate: BacktestEstimate; form: BacktestForm }) {
  const { rounds, calls, cost, candidate, judges, responseTime, leftOut } = estimate;
  const called = [candidate, ...judges];
  const prices = called.map(({ aiService, price }) => ({
    aiService: aiService.name,
    price,
    cost: null,
    seconds: null,
  }));
  const short = shortBudget(estimate, form);
  return (
    <>
      <dl className={styles.sums}>
        <Sum name="Rounds">{rounds}</Sum>
        <Sum name="Calls">{calls}</Sum>
        <Sum name="Price">{costFigure({ cost, services: prices })}</Sum>
        <Sum name="Time">{responseTime === null ? 'Not known' : `about ${durationOf(responseTime / 1000)}`}</Sum>
      </dl>
      {rounds === 0 && <p>There is no round that could be compared.</p>}
      <CallsTable estimate={estimate} />
      {gapLines(leftOut).length > 0 && (
        <>
          <h3>Left out</h3>
          <ul className={styles.gaps}>
            {gapLines(leftOut).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {short && <p className={styles.short}>{short}</p>}
    </>
  );
}

const Sum = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Who is called how often, and for how much. */
const CallsTable = ({ estimate: { rounds, candidate, judges } }: { estimate: BacktestEstimate }) =>
  rounds > 0 && (
    <table className={styles.calls}>
      <thead>
        <tr>
          <th scope="col">Who</th>
          <th scope="col">Calls</th>
          <th scope="col">Price</th>
        </tr>
      </thead>
      <tbody>
        {[{ ...candidate, does: 'answers' }, ...judges.map((judge) => ({ ...judge, does: 'compares' }))].map((row) => (
          <tr key={`${row.does} ${row.aiService.name}`}>
            <th scope="row">
              <ServiceLabel service={row.aiService} /> <small>{row.does}</small>
            </th>
            <td>{row.calls}</td>
            <td>{priceOf(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );

const priceOf = ({ price, cost }: BacktestEstimate['candidate']): string => {
  if (price === 'free') return 'Free';
  return cost ? moneyRange(cost.low, cost.high, cost.currency) : 'Unknown';
};
