import type { ComparingJudge } from '@polylogue/api-contract';
import { FiguresCard } from './figures-card.js';
import { signed } from './leaderboard.rules.js';
import styles from './leaderboard.module.css';
import { ServiceCell, ServiceRow } from './service-cell.js';

const columns = ['Pairs', 'Follows the order', 'The first', 'The last', 'Wavering', 'Agreement with people'];

/** How judges of backtests compare the same two replies in both orders. */
export const ComparisonsTable = ({ rows }: { rows: readonly ComparingJudge[] }) => (
  <FiguresCard
    id="comparisons-title"
    title="Comparing two replies"
    beside="the same pair in both orders, in backtests"
    note="Follows the order: it names whichever reply stands first, or last, both times. A judge that tosses a coin does so half the time, as often the first as the last; one that likes a place leans to it. Wavering: it names one in one order, and neither in the other. Agreement: Cohen’s κ with what people said of the same pairs, blind. Ten pairs are needed."
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
            <td className={styles.figure}>{row.pairs}</td>
            <td className={styles.figure}>
              {row.follows ? <strong>{percent(row.follows.share)}</strong> : <small>not enough pairs yet</small>}
              {row.follows && (
                <small>
                  {Math.round(row.follows.low * 100)} to {percent(row.follows.high)}
                </small>
              )}
            </td>
            <td className={styles.figure}>{row.first}</td>
            <td className={styles.figure}>{row.last}</td>
            <td className={styles.figure}>{row.wavering}</td>
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

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const noAgreement = ({ people }: ComparingJudge): string =>
  people === 0 ? 'not compared by people' : 'not enough pairs yet';
