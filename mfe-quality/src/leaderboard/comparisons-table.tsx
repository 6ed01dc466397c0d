import type { ComparingJudge } from '@polylogue/api-contract';
import { FiguresCard } from './figures-card.js';
import { signed } from './leaderboard.rules.js';
import styles from './leaderboard.module.css';
import { OrderCells, orderColumns, orderNote } from './order-cells.js';
import { ServiceCell, ServiceRow } from './service-cell.js';

const columns = [...orderColumns, 'Agreement with people'];

/** How judges of backtests compare the same two replies in both orders. */
export const ComparisonsTable = ({ rows }: { rows: readonly ComparingJudge[] }) => (
  <FiguresCard
    id="comparisons-title"
    title="Comparing two replies"
    beside="the same pair in both orders, in backtests"
    note={`${orderNote} Agreement: Cohen’s κ with what people said of the same pairs, blind. Ten pairs are needed.`}
  >
    <table>
      <thead>
        <tr>
          <th scope="col">Judge</th>
          {columns.map((name) => (
            <th key={name} scope="col" className={styles.figure}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ServiceRow key={row.judge.name} service={row.judge}>
            <ServiceCell service={row.judge} />
            <OrderCells {...row} />
            <td className={styles.figure}>
              {row.kappa === null ? <small>{noAgreement(row)}</small> : <strong>{signed(row.kappa, 2)}</strong>}
              {row.interval && (
                <small>
                  {signed(row.interval.low, 2)} to {signed(row.interval.high, 2)}, {row.people} pairs
                </small>
              )}
            </td>
          </ServiceRow>
        ))}
      </tbody>
    </table>
  </FiguresCard>
);

const noAgreement = ({ people }: ComparingJudge): string =>
  people === 0 ? 'not compared by people' : 'not enough pairs yet';
