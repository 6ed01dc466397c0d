import type { ReactNode } from 'react';
import styles from './leaderboard.module.css';
import { signed } from './leaderboard.rules.js';

/** The names of columns; those of figures stand above them, at the right. */
export const HeadCells = ({ names, ofFigures = false }: { names: readonly string[]; ofFigures?: boolean }) =>
  names.map((name) => (
    <th key={name} scope="col" className={ofFigures ? styles.figure : undefined}>
      {name}
    </th>
  ));

interface MeasuredProps {
  /** Such as κ, or the slope of an effect; null where too little is known. */
  figure: number | null;
  interval: { low: number; high: number } | null;
  /** What stands in place of an interval. */
  without?: string | undefined;
  /** Behind the interval: what it was found from. */
  beside?: string;
  children?: ReactNode;
}

/** What was measured, with the range that holds it; in words while that is not known. */
export const MeasuredCell = ({ figure, interval, without, beside = '', children }: MeasuredProps) => (
  <td className={styles.figure}>
    {figure !== null && <strong>{signed(figure, 2)}</strong>}
    {interval ? (
      <small>
        {signed(interval.low, 2)} to {signed(interval.high, 2)}
        {beside}
      </small>
    ) : (
      without && <small>{without}</small>
    )}
    {children}
  </td>
);
