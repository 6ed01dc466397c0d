import type { ComparingJudge } from '@polylogue/api-contract';
import styles from './leaderboard.module.css';

export const orderColumns = ['Pairs', 'Follows the order', 'The first', 'The last', 'Wavering'] as const;

/** What the columns of both orders mean. */
export const orderNote =
  'Follows the order: it names whichever reply stands first, or last, both times. A judge that tosses a coin does so half the time, as often the first as the last; one that likes a place leans to it. Wavering: it names one in one order, and neither in the other.';

type Orders = Pick<ComparingJudge, 'pairs' | 'first' | 'last' | 'wavering' | 'follows'>;

/** How a judge compares the same two replies in both orders. */
export const OrderCells = ({ pairs, first, last, wavering, follows }: Orders) => (
  <>
    <td className={styles.figure}>{pairs}</td>
    <td className={styles.figure}>
      {follows ? <strong>{percent(follows.share)}</strong> : <small>not enough pairs yet</small>}
      {follows && (
        <small>
          {Math.round(follows.low * 100)} to {percent(follows.high)}
        </small>
      )}
    </td>
    <td className={styles.figure}>{first}</td>
    <td className={styles.figure}>{last}</td>
    <td className={styles.figure}>{wavering}</td>
  </>
);

const percent = (share: number): string => `${Math.round(share * 100)} %`;
