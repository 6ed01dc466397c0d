import type { EstimateAccuracy as Row } from '@polylogue/api-contract';
import { QueryState } from '@polylogue/web-kit/antd';
import heads from '../panel/card-head.module.css';
import { ratioLabel, withinLabel } from './estimate-accuracy.rules.js';
import { ScrollRegion } from './scroll-region.js';
import { useEstimateAccuracy } from './usage.api.js';
import type { DayRange } from './usage.rules.js';
import styles from './usage.module.css';

/** How well what was shown before sending agreed with what replies came to. */
export function EstimateAccuracy({ range }: { range: DayRange }) {
  const query = useEstimateAccuracy(range);
  const { data: rows } = query;
  return (
    <section className={`pl-card ${styles.card} ${styles.accuracy}`} aria-labelledby="estimate-accuracy">
      <header className={`${heads.head} ${styles.head}`}>
        <h2 id="estimate-accuracy">How good estimates were</h2>
      </header>
      {!rows && (
        <QueryState
          query={query}
          skeleton={{ rows: 3, rowHeight: 36 }}
          failed={{ title: 'How good they were could not be read.' }}
          isInCard
        />
      )}
      {rows?.length === 0 && (
        <p className={styles.note}>
          No reply of these days had both an estimate and a known cost. Estimates need a price of the service.
        </p>
      )}
      {rows && rows.length > 0 && <Rows rows={rows} />}
    </section>
  );
}

const Rows = ({ rows }: { rows: readonly Row[] }) => (
  <>
    <ScrollRegion label="Estimates and what replies came to">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">AI Service</th>
            <th scope="col">Within the estimate</th>
            <th scope="col">The middle one came to</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.aiService.name}>
              <th scope="row">{row.aiService.displayName}</th>
              <td>{withinLabel(row)}</td>
              <td>{ratioLabel(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
    <p className={styles.note}>
      The latest 500 completed replies of each service. An estimate is made to hold for about three in five.
    </p>
  </>
);
