import type { BacktestOutcome } from '@polylogue/api-contract';
import { QueryState, Segments, ShowMore } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { CaseItem } from './case-item.js';
import { useCases } from './backtests.api.js';
import type { Figures } from './backtests.rules.js';
import styles from './backtests.module.css';

type Shown = 'all' | Exclude<BacktestOutcome, 'pending'>;

/** Every round with its outcome, also those without a verdict. */
export function CaseList({ id, figures }: { id: string; figures: Figures }) {
  const [shown, setShown] = useState<Shown>('all');
  const cases = useCases(id, shown === 'all' ? undefined : shown);
  const found = cases.data?.pages.flatMap((page) => page.cases);
  return (
    <section className={`pl-card ${styles.cases}`} aria-labelledby="cases-title">
      <header>
        <h2 id="cases-title">All rounds</h2>
        <Segments label="Which rounds" value={shown} options={optionsOf(figures)} onChange={setShown} />
      </header>
      {!found && <QueryState query={cases} skeleton={{ rows: 5, rowHeight: 64 }} failed={failed} />}
      {found?.length === 0 && <p className={styles.none}>There is none.</p>}
      <ul aria-busy={cases.isPlaceholderData}>
        {found?.map((each) => (
          <CaseItem key={each.number} id={id} found={each} />
        ))}
      </ul>
      <ShowMore list={cases} className="pl-show-all" />
    </section>
  );
}

const failed = { title: 'The rounds could not be loaded', text: 'They are safe. Try again in a moment.' };

const optionsOf = ({ wins, ties, losses, failed: without }: Figures): { value: Shown; label: string }[] => [
  { value: 'all', label: 'All' },
  { value: 'win', label: `Won ${wins}` },
  { value: 'tie', label: `Tied ${ties}` },
  { value: 'loss', label: `Lost ${losses}` },
  { value: 'failed', label: `No verdict ${without}` },
];
