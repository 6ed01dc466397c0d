import { grouped, type OwnAllowance as Allowance } from '@polylogue/api-contract';
import { money, when } from '@polylogue/web-kit';
import { QueryState } from '@polylogue/web-kit/antd';
import { useOwnAllowance } from './account.api.js';
import styles from './own-account.module.css';

/** The usage of today beside the budgets of the user. */
export function OwnAllowance() {
  const query = useOwnAllowance();
  return (
    <section className={`pl-card ${styles.card}`} aria-labelledby="allowance-title">
      <h2 id="allowance-title">Usage Today</h2>
      <QueryState
        query={query}
        skeleton={{ rows: 2, rowHeight: 24 }}
        failed={{ title: 'Your usage could not be read.' }}
        isInCard
      />
      {query.data && <Figures allowance={query.data} />}
    </section>
  );
}

function Figures({ allowance: { calls, unpricedCalls, cost, tokens, exhausted, resetsAt } }: { allowance: Allowance }) {
  const used = cost.spent + cost.reserved;
  // An unknown cost must not be shown as 0.
  const isUnknown = unpricedCalls > 0 && used === 0 && cost.budget === null;
  const hasBudget = cost.budget !== null || tokens.budget !== null;
  return (
    <>
      <dl className={styles.profile}>
        <dt>Calls</dt>
        <dd>{grouped(calls)}</dd>
        <Meter
          label="Cost"
          used={used}
          max={cost.budget}
          format={isUnknown ? () => 'Unknown' : (amount) => money(amount, cost.currency)}
        />
        <Meter label="Tokens" used={tokens.spent + tokens.reserved} max={tokens.budget} format={grouped} />
      </dl>
      {unpricedCalls > 0 && (
        <p>
          The cost of {unpricedCalls === 1 ? '1 call' : `${grouped(unpricedCalls)} calls`} is not known, and in no sum.
        </p>
      )}
      {exhausted && <p className={styles.danger}>Your budget for today is used up.</p>}
      {hasBudget && (
        <p>
          A new day begins <time dateTime={resetsAt}>{when(resetsAt)}</time>.
        </p>
      )}
    </>
  );
}

interface MeterProps {
  label: string;
  used: number;
  max: number | null;
  format: (value: number) => string;
}

const Meter = ({ label, used, max, format }: MeterProps) => (
  <>
    <dt>{label}</dt>
    <dd>
      {max === null ? format(used) : `${format(used)} of ${format(max)}`}
      {max !== null && <progress className={styles.meter} aria-label={`${label} used today`} value={used} max={max} />}
    </dd>
  </>
);
