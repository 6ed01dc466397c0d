import type { OwnAllowance as Allowance } from '@polylogue/api-contract';
import { Skeleton, when } from '@polylogue/web-kit';
import { countWords, moneyWords } from '../usage/usage.rules.js';
import { useOwnAllowance } from './account.api.js';
import styles from './own-account.module.css';

/** What one has used today, beside what one may. */
export function OwnAllowance() {
  const { data, isPending, error } = useOwnAllowance();
  return (
    <section className={`pl-card ${styles.card}`} aria-labelledby="allowance-title">
      <h2 id="allowance-title">Usage Today</h2>
      {isPending && <Skeleton rows={2} rowHeight={24} />}
      {error && <p>Your usage could not be read.</p>}
      {data && <Figures allowance={data} />}
    </section>
  );
}

function Figures({ allowance: { calls, unpricedCalls, cost, tokens, exhausted, resetsAt } }: { allowance: Allowance }) {
  const money = (amount: number) => moneyWords(amount, cost.currency);
  const used = cost.spent + cost.reserved;
  // What nobody knows is not 0.
  const isUnknown = unpricedCalls > 0 && used === 0 && cost.budget === null;
  const hasBudget = cost.budget !== null || tokens.budget !== null;
  return (
    <>
      <dl className={styles.profile}>
        <dt>Calls</dt>
        <dd>{countWords(calls)}</dd>
        <Meter word="Cost" used={used} most={cost.budget} words={isUnknown ? () => 'Unknown' : money} />
        <Meter word="Tokens" used={tokens.spent + tokens.reserved} most={tokens.budget} words={countWords} />
      </dl>
      {unpricedCalls > 0 && (
        <p>
          The cost of {unpricedCalls === 1 ? '1 call' : `${countWords(unpricedCalls)} calls`} is not known, and in no
          sum.
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
  word: string;
  used: number;
  most: number | null;
  words: (value: number) => string;
}

const Meter = ({ word, used, most, words }: MeterProps) => (
  <>
    <dt>{word}</dt>
    <dd>
      {most === null ? words(used) : `${words(used)} of ${words(most)}`}
      {most !== null && <progress className={styles.meter} aria-label={`${word} used today`} value={used} max={most} />}
    </dd>
  </>
);
