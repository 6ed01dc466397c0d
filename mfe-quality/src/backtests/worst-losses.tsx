import { QueryState } from '@polylogue/web-kit/antd';
import { CaseItem } from './case-item.js';
import { useWorstCases } from './backtests.api.js';
import styles from './backtests.module.css';

/** The losses one should read before one trusts the figures, worst first. */
export function WorstLosses({ id }: { id: string }) {
  const worst = useWorstCases(id);
  return (
    <section className={`pl-card ${styles.cases}`} aria-labelledby="worst-title">
      <header>
        <h2 id="worst-title">Worst losses</h2>
        <small>where the baseline was most clearly better</small>
      </header>
      {!worst.data && <QueryState query={worst} skeleton={{ rows: 5, rowHeight: 64 }} failed={failed} />}
      <ul>
        {worst.data?.map((each) => (
          <CaseItem key={each.number} id={id} found={each} />
        ))}
      </ul>
    </section>
  );
}

const failed = { title: 'The worst losses could not be loaded', text: 'They are safe. Try again in a moment.' };
